import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Type = 'contacts' | 'companies' | 'deals' | 'notes';

interface Held {
  id: string;
  properties: Record<string, string | null>;
  history: Record<string, { value: string; timestamp: string }[]>;
  /** The search finds new objects only after a while, as in HubSpot. */
  isIndexed: boolean;
}

/** An answer: a status and a JSON body. */
type Answer = readonly [status: number, body: unknown, headers?: Record<string, string>];

/** What happens to a request instead of its answer. `after`: the request takes effect, and its answer is lost. */
export interface Trouble {
  /** The method and the beginning of the path, such as `POST /crm/v3/objects/notes`. */
  at: string;
  answer?: Answer;
  after?: 'hang' | 'reset';
  times?: number;
}

const TYPES: readonly string[] = ['contacts', 'companies', 'deals', 'notes'];
const PROPERTIES: Record<Type, string[]> = {
  contacts: ['email', 'firstname', 'lastname', 'jobtitle', 'company', 'phone'],
  companies: ['domain', 'name'],
  deals: ['dealname', 'dealstage', 'pipeline'],
  notes: ['hs_note_body', 'hs_timestamp'],
};
/** The types of links that HubSpot defines between an object and those of another type. */
const LINKS: Record<string, [from: Type, to: Type]> = {
  342: ['companies', 'deals'],
  202: ['notes', 'contacts'],
  190: ['notes', 'companies'],
  214: ['notes', 'deals'],
};
const error = (category: string, message: string, more: object = {}) => ({
  status: 'error',
  category,
  message,
  ...more,
});

/** The part of the CRM of HubSpot that hand-overs use, as a server with a memory. */
export class TestHubspot {
  readonly token = 'pat-eu1-00000000-aaaa-bbbb-cccc-000000000000';
  readonly requests: string[] = [];
  readonly objects: Record<Type, Held[]> = { contacts: [], companies: [], deals: [], notes: [] };
  private readonly links = new Set<string>();
  private readonly unique = new Set<string>();
  /** Of the requests, the share that fails by chance: before or after it takes effect. */
  chance = 0;
  private troubles: Trouble[] = [];
  private isRevoked = false;
  private readonly server = createServer((request, response) => void this.serve(request, response));

  static async start(port = 0): Promise<TestHubspot> {
    const hubspot = new TestHubspot();
    hubspot.server.listen(port, '127.0.0.1');
    await once(hubspot.server, 'listening');
    return hubspot;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Begins an empty account. */
  reset(): void {
    for (const held of Object.values(this.objects)) held.length = 0;
    for (const set of [this.links, this.unique]) set.clear();
    this.requests.length = 0;
    this.troubles = [];
    this.isRevoked = false;
  }

  trouble(...troubles: Trouble[]): void {
    this.troubles = troubles.map((each) => ({ times: 1, ...each }));
  }

  revoke(): void {
    this.isRevoked = true;
  }

  /** A record that people have made. */
  add(type: Type, properties: Record<string, string>): Held {
    return this.store(type, properties, true);
  }

  /** Moves a deal to a stage, now or earlier. */
  move(deal: Held, dealstage: string, at = new Date()): void {
    this.set(deal, { dealstage }, at);
  }

  /** What is linked with an object, such as `contacts 12`. */
  linkedWith(type: Type, id: string): string[] {
    const me = `${type} ${id}`;
    return [...this.links].flatMap((pair) => {
      const ends = pair.split('~');
      return ends.includes(me) ? (ends.find((each) => each !== me) ?? []) : [];
    });
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const what = `${request.method} ${request.url}`;
    this.requests.push(what);
    const trouble = this.troubles.find(({ at, times = 1 }) => what.startsWith(at) && times > 0) ?? this.byChance();
    if (trouble) trouble.times = (trouble.times ?? 1) - 1;
    const [status, body, headers = {}] =
      trouble?.answer ?? this.answer(request, Buffer.concat(chunks).toString('utf8'));
    if (trouble?.after === 'hang') return;
    if (trouble?.after === 'reset') return void request.socket.resetAndDestroy();
    response.writeHead(status, { 'content-type': 'application/json;charset=utf-8', ...headers });
    response.end(body === null ? '' : JSON.stringify(body));
  }

  private byChance(): Trouble | undefined {
    if (Math.random() >= this.chance) return undefined;
    const troubles: Trouble[] = [
      ...[
        { at: '', answer: [500, error('INTERNAL', 'internal error')] as const },
        { at: '', after: 'reset' as const },
      ],
      ...[
        { at: '', after: 'hang' as const },
        { at: '', answer: [429, { policyName: 'SECONDLY' }, { 'retry-after': '1' }] as const },
      ],
    ];
    return troubles[randomInt(troubles.length)];
  }

  private answer(request: IncomingMessage, text: string): Answer {
    if (this.isRevoked || request.headers.authorization !== `Bearer ${this.token}`) {
      return [401, error('INVALID_AUTHENTICATION', 'Authentication credentials not found.')];
    }
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, never>;
    const [, area, version, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    if (area === 'account-info')
      return [200, { portalId: 62515, uiDomain: 'app-eu1.hubspot.com', timeZone: 'Europe/Dublin' }];
    if (version === 'v3' && rest[0] === 'properties') return this.define(body);
    if (version === 'v3' && rest[0] === 'pipelines') return [200, { results: PIPELINES }];
    if (rest[0] !== 'objects' || !TYPES.includes(rest[1] ?? ''))
      return [404, error('OBJECT_NOT_FOUND', 'No such resource')];
    const type = rest[1] as Type;
    if (version === 'v4') return this.associations(request.method ?? '', type, rest.slice(2));
    if (request.method === 'GET') return this.read(type, rest[2] ?? '', url.searchParams);
    if (rest[2] === 'search') return this.search(type, body);
    if (rest[2] === 'batch') return rest[3] === 'upsert' ? this.upsert(type, body) : this.readMany(type, body);
    return this.create(type, body);
  }

  private define({ name, hasUniqueValue }: { name?: string; hasUniqueValue?: boolean }): Answer {
    if (!name || hasUniqueValue !== true) return [400, error('VALIDATION_ERROR', 'The property is not valid')];
    if (this.unique.has(name))
      return [409, error('OBJECT_ALREADY_EXISTS', `A property named '${name}' already exists.`)];
    this.unique.add(name);
    return [201, { name }];
  }

  private find(type: Type, id: string, by: string | null): Held | undefined {
    return this.objects[type].find((each) => (by === null ? each.id === id : each.properties[by] === id));
  }

  private read(type: Type, id: string, query: URLSearchParams): Answer {
    const found = this.find(type, id, query.get('idProperty'));
    return found ? [200, shown(found)] : [404, error('OBJECT_NOT_FOUND', 'resource not found')];
  }

  private readMany(type: Type, { inputs = [] }: { inputs?: { id: string }[] }): Answer {
    const results = inputs.flatMap(({ id }) => this.find(type, id, null) ?? []).map(shown);
    return [results.length < inputs.length ? 207 : 200, { status: 'COMPLETE', results }];
  }

  private search(
    type: Type,
    body: { filterGroups?: { filters: { propertyName: string; value: string }[] }[] },
  ): Answer {
    const [filter] = body.filterGroups?.[0]?.filters ?? [];
    const results = this.objects[type].filter(
      ({ properties, isIndexed }) => isIndexed && filter && properties[filter.propertyName] === filter.value,
    );
    return [200, { total: results.length, results: results.map(shown) }];
  }

  private upsert(
    type: Type,
    { inputs = [] }: { inputs?: { id: string; idProperty: string; properties: Record<string, string> }[] },
  ): Answer {
    const [input] = inputs;
    if (!input) return [400, error('VALIDATION_ERROR', 'No inputs')];
    const { id, idProperty, properties } = input;
    const isKnown = type === 'contacts' ? idProperty === 'email' : this.unique.has(idProperty);
    const fault = isKnown ? this.fault(type, properties) : 'PROPERTY_DOESNT_EXIST';
    if (fault) return invalid(fault, properties);
    const existing = this.find(type, id, idProperty);
    if (existing) this.set(existing, properties);
    const held = existing ?? this.store(type, { ...properties, [idProperty]: id });
    return [existing ? 200 : 201, { status: 'COMPLETE', results: [{ ...shown(held), new: !existing }] }];
  }

  private create(
    type: Type,
    body: {
      properties?: Record<string, string>;
      associations?: { to: { id: string }; types: { associationTypeId: number }[] }[];
    },
  ): Answer {
    const { properties = {}, associations = [] } = body;
    const fault = this.fault(type, properties);
    if (fault) return invalid(fault, properties);
    const ends = associations.map(({ to, types }) => [LINKS[String(types[0]?.associationTypeId)], to.id] as const);
    if (ends.some(([link, id]) => link?.[0] !== type || !this.find(link[1], id, null))) {
      return [400, error('VALIDATION_ERROR', 'One or more associations are not valid')];
    }
    const held = this.store(type, properties);
    for (const [link, id] of ends) this.links.add(`${type} ${held.id}~${link?.[1]} ${id}`);
    return [201, shown(held)];
  }

  private associations(method: string, type: Type, [id = '', , to = '', other = '', otherId = '']: string[]): Answer {
    if (method === 'GET') {
      const results = this.linkedWith(type, id)
        .filter((each) => each.startsWith(`${to} `))
        .map((each) => ({ toObjectId: Number(each.split(' ')[1]), associationTypes: [] }));
      return [200, { results }];
    }
    const isKnown = to === 'default' && this.find(type, id, null) && this.find(other as Type, otherId, null);
    if (!isKnown) return [404, error('OBJECT_NOT_FOUND', 'One of the objects does not exist')];
    const known = [`${type} ${id}~${other} ${otherId}`, `${other} ${otherId}~${type} ${id}`];
    if (!known.some((each) => this.links.has(each))) this.links.add(known[0] ?? '');
    return [200, { status: 'COMPLETE', results: [] }];
  }

  private fault(type: Type, properties: Record<string, string>): string | null {
    if (Object.keys(properties).some((name) => !PROPERTIES[type].includes(name) && !this.unique.has(name))) {
      return 'PROPERTY_DOESNT_EXIST';
    }
    if (properties.email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(properties.email)) return 'INVALID_EMAIL';
    return Object.values(properties).some((value) => value.length > 65_536) ? 'PROPERTY_TOO_LONG' : null;
  }

  private store(type: Type, properties: Record<string, string>, isIndexed = false): Held {
    const held: Held = { id: String(randomInt(1e9, 1e10)), properties: {}, history: {}, isIndexed };
    this.set(held, properties);
    this.objects[type].push(held);
    return held;
  }

  private set(held: Held, properties: Record<string, string>, at = new Date()): void {
    for (const [name, value] of Object.entries(properties)) {
      held.properties[name] = value;
      (held.history[name] ??= []).unshift({ value, timestamp: at.toISOString() });
    }
  }
}

const shown = ({ id, properties, history }: Held) => ({
  id,
  properties,
  propertiesWithHistory: history,
  archived: false,
});

const invalid = (code: string, properties: object): Answer => [
  400,
  error('VALIDATION_ERROR', `Property values were not valid: ${JSON.stringify(properties).slice(0, 50)}`, {
    errors: [{ message: `Property values were not valid: ${code}`, code }],
  }),
];

const stage = (id: string, displayOrder: number, probability: string) => ({
  ...{ id, label: id, displayOrder },
  metadata: { isClosed: String(probability === '1.0' || probability === '0.0'), probability },
});
const PIPELINES = [
  { id: 'other', displayOrder: 1, label: 'Other', stages: [stage('first', 0, '0.1')] },
  {
    ...{ id: 'default', displayOrder: 0, label: 'Sales pipeline' },
    stages: [
      ...[stage('qualifiedtobuy', 1, '0.4'), stage('appointmentscheduled', 0, '0.2')],
      ...[stage('closedwon', 2, '1.0'), stage('closedlost', 3, '0.0')],
    ],
  },
];
