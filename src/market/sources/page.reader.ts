import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { feedRecords } from '#platform/files/feed.reader.js';
import { FileUnreadable } from '#platform/files/record.types.js';
import { isDeeperThan } from '#platform/operations/nesting.js';
import { NotAllowed, Unreachable } from '#platform/outbound/outbound.errors.js';
import { type PoliteAnswer, PoliteClient, type Validators } from '#platform/outbound/polite.client.js';
import { hasFewValues } from '#platform/text/json.size.js';
import { RobotsRules } from '#platform/outbound/robots.rules.js';
import { excludedPhrases } from './connectors/common.fields.js';
import {
  type Connector,
  Drift,
  type ReadItem,
  type Settings,
  type Standing,
  type WireHeaders,
  type WirePage,
  type WireRequest,
} from './connectors/connector.js';
import { textIn } from './connectors/wire.reading.js';
import { ServiceTokens } from './service-tokens.service.js';
import { SourceFailed } from './source.failures.js';
import { type Walk, windowOf } from './walk.js';

/** A source, as far as asking it goes. */
export interface Asked {
  connector: Connector;
  settings: Settings;
  /** The secret with the id of its credential. */
  credential: { id: string; secret: string } | null;
}

/** An item that could not be read, as it came. */
export interface RejectedItem {
  externalId: string;
  reason: string;
  raw: unknown;
}

/** An item with the name under which it would be kept if it could not be stored, and as it came. */
export interface PageItem extends ReadItem {
  name: string;
  raw: unknown;
}

/** A page that was fetched. */
export interface FetchedPage {
  page: WirePage;
  items: PageItem[];
  rejects: RejectedItem[];
  url: string;
  validators: Validators | null;
  freshSeconds?: number;
}

const FEED_BYTES = 2_097_152;
const OK = 200;
const NOT_MODIFIED = 304;
const NO_CONTENT = 204;
const UNAUTHORIZED = 401;
const GONE = 410;
const FIRST_REFUSAL = 400;
const SHOWN_ID = 100;
const MAX_NAMED_DEPTH = 50;
/** A full page of the largest items has some ten thousand. */
const MAX_VALUES = 200_000;

/** Fetches pages of sources and reads them. Nothing is stored here. */
@Injectable()
export class PageReader {
  constructor(
    private readonly client: PoliteClient,
    private readonly robots: RobotsRules,
    private readonly tokens: ServiceTokens,
  ) {}

  /**
   * The page at which a walk is. Null if it has not changed since the last fetch.
   * @throws SourceFailed, or Limited while the service must not be asked
   */
  async fetch(asked: Asked, walk: Walk, known: Validators | null): Promise<FetchedPage | null> {
    const { connector, settings } = asked;
    const request = connector.requestOf(settings, walk.position, windowOf(walk));
    const answer = await this.ask(asked, request, known);
    if (answer.status === NOT_MODIFIED) return null;
    const { url } = request;
    if (connector.isEnd?.(walk.position, answer.status)) {
      return { page: { values: [], next: null }, items: [], rejects: [], url, validators: null };
    }
    demandSuccess(answer, url, asked);
    const body = await bodyOf(connector, answer.text);
    const page = withoutDrift(() => connector.readPage(settings, walk.position, body, url));
    const read = readItems(connector, settings, page.values, url);
    return { page, ...read, url, validators: answer.validators, freshSeconds: connector.freshSeconds?.(answer) };
  }

  /** Whether the source still has some texts. Texts that are left out stay unknown. @throws as `fetch` */
  async recheck(asked: Asked, refs: readonly string[]): Promise<Map<string, Standing>> {
    const { recheck } = asked.connector;
    if (!recheck) return new Map();
    const { status, text } = await this.ask(asked, recheck.requestOf(asked.settings, refs), null);
    const { credential } = asked;
    if (status === UNAUTHORIZED && credential !== null)
      throw new SourceFailed('credential', 'The service does not accept the credential');
    if (status !== OK && !recheck.goneAt.includes(status)) return new Map();
    const goneIn = (body: unknown): readonly string[] => recheck.goneIn?.(body, refs) ?? [];
    const gone = status === OK ? withoutDrift(() => goneIn(jsonOf(text))) : refs;
    return new Map(refs.map((ref) => [ref, gone.includes(ref) ? 'gone' : 'there']));
  }

  private async ask(asked: Asked, request: WireRequest, known: Validators | null): Promise<PoliteAnswer> {
    const { connector, credential } = asked;
    try {
      const answer = await this.send(asked, request, known);
      if (answer.status !== UNAUTHORIZED || !connector.tokens || credential === null) return answer;
      // The service has ended the token before its time.
      this.tokens.forget(credential);
      return await this.send(asked, request, known);
    } catch (error) {
      if (error instanceof Unreachable) throw new SourceFailed('unreachable', error.message);
      if (error instanceof NotAllowed) throw new SourceFailed('refused', error.message);
      throw error;
    }
  }

  private async send(asked: Asked, request: WireRequest, known: Validators | null): Promise<PoliteAnswer> {
    const { connector, credential } = asked;
    const proof = await this.proofOf(asked);
    const budget = connector.budget(credential !== null);
    const answer = await this.client.ask({
      url: request.url,
      headers: { ...request.headers, ...proof },
      ...(credential && { credentialId: credential.id }),
      ...(connector.format === 'text' && { maxBytes: FEED_BYTES }),
      ...(connector.obeysRobots && { demand: (url) => this.robots.demand(url, budget) }),
      ...{ budget, known },
    });
    return { ...answer, text: withoutProof(answer.text, proof) };
  }

  /** The headers that show that the request may be sent. */
  private async proofOf({ connector, settings, credential }: Asked): Promise<WireHeaders | undefined> {
    if (credential === null) return undefined;
    const { tokens } = connector;
    const secret = tokens ? await this.tokens.of(tokens, credential, connector.budget(true)) : credential.secret;
    return connector.authorize?.(secret, settings, Date.now());
  }
}

/** A text of a service that repeats what proves a request: parts of it may be stored. */
function withoutProof(text: string, proof: WireHeaders = {}): string {
  const secrets = Object.values(proof).map((value) => value.split(' ').at(-1) ?? '');
  return secrets
    .filter((secret) => secret !== '')
    .reduce((left, secret) => left.replaceAll(secret, '[credential]'), text);
}

/** Reads items one by one: one that is not understood is left out with a reason, and the others go on. */
export function readItems(connector: Connector, settings: Settings, values: readonly unknown[], url: string) {
  const items: PageItem[] = [];
  const rejects: RejectedItem[] = [];
  const excluded = excludedPhrases(settings);
  for (const value of values) {
    const reading = connector.readItem(settings, value, url);
    if (reading === null) continue;
    const name = nameOf(value);
    if ('reject' in reading) rejects.push({ externalId: name, reason: reading.reject, raw: value });
    else if (!isExcluded(reading.item, excluded))
      items.push({ ...withProduct(connector, settings, reading.item), name, raw: value });
  }
  return { items, rejects };
}

function isExcluded({ record }: ReadItem, phrases: readonly string[]): boolean {
  if (phrases.length === 0) return false;
  const text = `${textIn(record, 'title')}\n${textIn(record, 'text')}`.toLowerCase();
  return phrases.some((phrase) => text.includes(phrase));
}

/** The product that the operator or the team named, in place of that of the source. */
function withProduct({ kind }: Connector, { product, maker }: Settings, item: ReadItem): ReadItem {
  const named = {
    ...(product && { product_name: product }),
    ...(maker && kind === 'reviews' && { product_maker: maker }),
  };
  return { ...item, record: { ...item.record, ...named } };
}

/** What names an item that was not understood: its own id, or a hash. */
function nameOf(value: unknown): string {
  const found = value as Record<string, unknown> | null;
  const id =
    typeof found === 'object' && found !== null ? (found.id ?? found.objectID ?? found.question_id) : undefined;
  if (typeof id === 'number' || (typeof id === 'string' && id.length <= SHOWN_ID))
    return String(id).replaceAll('\0', '');
  // A text of JSON cannot be made of a value with too many levels.
  const text = isDeeperThan(value, MAX_NAMED_DEPTH) ? 'an item with too many levels' : JSON.stringify(value);
  return createHash('sha256')
    .update(text ?? '')
    .digest('hex');
}

/** @throws SourceFailed for an answer that is no success */
function demandSuccess({ status, text }: PoliteAnswer, url: string, { credential }: Asked): void {
  const { host } = new URL(url);
  if (status === UNAUTHORIZED) {
    const what = credential === null ? 'requires a credential' : 'does not accept the credential';
    throw new SourceFailed('credential', `${host} ${what} (401)`);
  }
  if (status >= FIRST_REFUSAL) throw new SourceFailed('refused', `${host} answered ${status}`, status === GONE);
  if (status === NO_CONTENT || text.trim() === '') throw new SourceFailed('drift', `${host} sent an empty response`);
}

async function bodyOf(connector: Connector, text: string): Promise<unknown> {
  if (connector.format !== 'text') return jsonOf(text);
  try {
    return await feedRecords(text);
  } catch (error) {
    if (error instanceof FileUnreadable) throw new SourceFailed('drift', 'The answer is neither RSS nor Atom');
    throw error;
  }
}

function jsonOf(text: string): unknown {
  if (!hasFewValues(text, MAX_VALUES)) throw new SourceFailed('drift', `The answer has more than ${MAX_VALUES} values`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new SourceFailed('drift', 'The answer is not JSON');
  }
}

function withoutDrift<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof Drift) throw new SourceFailed('drift', error.message);
    throw error;
  }
}
