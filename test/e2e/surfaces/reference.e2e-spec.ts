import { Validator } from '@seriousme/openapi-schema-validator';
import { scopeOf } from '#access/policy/key.scopes.js';
import { signed, type SignedHeaders } from '#accounts/webhooks/webhook.signature.js';
import { allFailures, STATUS_OF } from '#platform/errors/application-error.js';
import { RouteRegistry } from '#platform/http/route-registry.js';
import { UUID_PATTERN } from '#platform/operations/uuid.js';
import { startStandIn, type StandIn } from '../../support/stand-ins/http-server.js';
import { OperationValidator } from '#platform/operations/operation.validator.js';
import { fieldNamesOf } from '#platform/operations/field-names.js';
import { Contract, type DescribedResponse, type OpenApiDocument } from '../../support/contract.js';
import { createKey, startTestApp, type TestApp } from '../../support/app.js';
import { OpenApiClients } from '../../support/clients/openapi-clients.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';

/** A service that is too busy for the first request, serves the second, and has lost its database at the third. */
async function startBusyService(): Promise<StandIn> {
  const answers: [status: number, body: string][] = [
    [429, '{}'],
    [200, '{"success":true,"data":{"followed":true},"meta":{}}'],
    [502, 'Bad gateway'],
  ];
  return startStandIn((_request, response) => {
    const [status, body] = answers.shift() ?? [500, ''];
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end(body);
  });
}

/** A webhook request as the service signs it while a secret is replaced. */
function signedWebhook(): { body: string; headers: SignedHeaders; secret: string } {
  const [newer, secret] = [8, 7].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`) as [
    string,
    string,
  ];
  const body = '{"type":"webhook.test"}';
  return { body, headers: signed('event', new Date(), body, [newer, secret]), secret };
}

describe('the OpenAPI document', () => {
  let app: TestApp;
  let contract: Contract;
  let document: OpenApiDocument;

  beforeAll(async () => {
    app = await startTestApp({
      env: { PUBLIC_URL: 'https://api.qualm.dev/', CONTACT_EMAIL: 'api@qualm.dev' },
      worker: true,
    });
    document = (await (await fetch(`${app.baseUrl}/openapi.json`)).json()) as OpenApiDocument;
    contract = new Contract(document);
  });
  afterAll(() => app.close());

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(
      structuredClone(document) as unknown as Record<string, unknown>,
    );
    expect(errors).toBeUndefined();
    expect([valid, document.openapi]).toEqual([true, '3.1.0']);
  });

  it('contains every route that serves an operation, and the open routes', () => {
    const declared = app
      .get(RouteRegistry)
      .operationRoutes()
      .map(({ method, path }) => `${method} ${path.replace('/api/v1', '').replace(/:(\w+)/g, '{$1}')}`);
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const open = ['GET /health', 'GET /health/ready', 'GET /openapi.json'];
    expect(described.sort()).toEqual([...declared, ...open].sort());
  });

  it('has no field that takes a value of another type for a text that is too long or blank', () => {
    const validator = new OperationValidator();
    const misleading = app
      .get(RouteRegistry)
      .operationRoutes()
      .flatMap(({ operation }) =>
        (['query', 'body'] as const).flatMap((location) =>
          [...fieldNamesOf(operation.input[location])].flatMap((field) =>
            [5, true, [5], {}].flatMap((value) => {
              const { faults } = validator.validate(operation, { [location]: { [field]: value } });
              const told = faults.filter((fault) => fault.field === field).map(({ message }) => message);
              return told.filter(
                (message) => /characters|blank|longer/.test(message) && !/must be (text|a string)/.test(message),
              );
            }),
          ),
        ),
      );
    expect([...new Set(misleading)]).toEqual([]);
  });

  it('knows every operation that a failure names', () => {
    const known = operations().map(({ operation }) => operation.operationId);
    const named = allFailures().filter(({ on, isInternal }) => Array.isArray(on) && !isInternal);
    expect(named.filter(({ on }) => on?.length === 0).map(({ reason }) => reason)).toEqual([]);
    const ids = named.flatMap(({ on }) => on as string[]);
    expect(ids.filter((id) => !known.includes(id))).toEqual([]);
    const reasons = app
      .get(RouteRegistry)
      .operationRoutes()
      .flatMap(({ operation }) => operation.reasons ?? []);
    const ofFew = allFailures()
      .filter(({ on }) => on === 'operations that name it')
      .map(({ reason }) => reason);
    expect([...new Set(reasons)].sort()).toEqual(ofFew);
  });

  it('names the price of every operation that costs credits', () => {
    const prices = operations().map(({ operation: { operationId, ...rest } }) => [operationId, rest['x-credits']]);
    const priced = prices.filter(([, price]) => price !== 0);
    expect(priced.sort()).toEqual([
      ['generate_pitch', 1],
      ['generate_report', 1],
      ['unlock_contact', 1],
    ]);
  });

  it('names the scopes that the guards demand of a key', () => {
    const described = new Map(operations().map(({ operation }) => [operation.operationId, operation['x-scopes']]));
    const routes = app.get(RouteRegistry).operationRoutes();
    const faults = routes.filter(
      ({ operation }) => String(described.get(operation.id)) !== String(scopeOf(operation) ?? ''),
    );
    expect(faults.map(({ operation }) => operation.id)).toEqual([]);
    expect(described.get('unlock_contact')).toEqual(['spend:unlock']);
  });

  it('gives every operation a unique id', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('contains no broken reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    const missing = references.filter((path) => {
      const target = path
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
      return target === undefined;
    });
    expect(missing).toEqual([]);
  });

  it('documents the failures and headers of every operation', () => {
    for (const { template, operation } of operations()) {
      if (template.startsWith('/health') || template === '/openapi.json') continue;
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '401', '429', '500']));
      for (const status of Object.keys(operation.responses)) {
        expect(contract.response(operation, Number(status))?.headers).toHaveProperty('X-RateLimit-Remaining');
      }
    }
  });

  it('contains examples that match their schemas', () => {
    const faults = operations().flatMap(({ template, operation }) =>
      statusesWithBody(operation.responses).flatMap((status) => {
        const content = contract.response(operation, Number(status))?.content;
        if (isFile(content)) return [];
        const json = content?.['application/json'];
        if (!json) return [`${template} ${status} has no JSON`];
        const values = json.examples ? Object.values(json.examples).map(({ value }) => value) : [json.example];
        if (template === '/openapi.json') return [];
        return values.flatMap((value) => {
          const errors = contract.schemaErrors(json.schema, value);
          return errors ? [`${template} ${status}: ${errors}`] : [];
        });
      }),
    );
    expect(faults).toEqual([]);
  });

  it('describes every field, operation, parameter and tag', () => {
    const fields = Object.entries(document.components.schemas ?? {}).flatMap(([schema, { properties = {} }]) =>
      Object.entries(properties as object).map(([field, value]) => [`${schema}.${field}`, value as object] as const),
    );
    const parameters = operations().flatMap(({ operation: { operationId, parameters: all = [] } }) =>
      (all as { name: string; $ref?: string }[])
        .filter(({ $ref }) => !$ref)
        .map((value) => [`${operationId} ${value.name}`, value] as const),
    );
    const others = operations().map(({ operation }) => [operation.operationId, operation] as const);
    const tags = document.tags.map((tag) => [tag.name, tag] as const);
    const silent = [...fields, ...parameters, ...others, ...tags].filter(([, value]) => !('description' in value));
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('names every enum and envelope once', () => {
    const inline = Object.entries({ ...document.components.schemas, ...document.paths }).flatMap(([name, part]) =>
      'enum' in part
        ? []
        : [...JSON.stringify(part).matchAll(/"enum":\["[^\]]*","[^\]]*\]/g)].map(([text]) => `${name}: ${text}`),
    );
    const unnamed = operations().flatMap(({ template, operation }) =>
      Object.entries(operation.responses)
        .filter(
          ([, { content }]) => content && !isFile(content) && !('$ref' in (content['application/json']?.schema ?? {})),
        )
        .map(([status]) => `${template} ${status}`),
    );
    expect([inline, unnamed]).toEqual([[], ['/openapi.json 200']]);
  });

  it('has an example of every failure', () => {
    const declared = allFailures().filter(({ isInternal }) => !isInternal);
    const examples = Object.values(document.components.responses ?? {}).flatMap((response) => {
      const { examples: all } = (response as DescribedResponse).content?.['application/json'] ?? {};
      return Object.keys(all ?? {});
    });
    expect(examples.sort()).toEqual(declared.map(({ reason }) => reason).sort());
    expect(new Set(declared.map(({ code }) => code))).toEqual(new Set(Object.keys(STATUS_OF)));
  });

  it('names the public address of the service and of the people behind the API', () => {
    expect(document).toMatchObject({
      servers: [{ url: 'https://api.qualm.dev/api/v1' }],
      info: { contact: { url: 'https://api.qualm.dev', email: 'api@qualm.dev' } },
    });
  });

  it('goes with security.txt, which says where to report a vulnerability', async () => {
    const response = await fetch(`${app.origin}/.well-known/security.txt`);
    const [contact, expires = ''] = (await response.text()).split('\n');
    expect([response.status, contact]).toEqual([200, 'Contact: mailto:api@qualm.dev']);
    expect(Date.parse(expires.replace('Expires: ', ''))).toBeGreaterThan(Date.now());
  });

  describe('as a customer uses it', () => {
    let clients: OpenApiClients;

    beforeAll(() => {
      clients = new OpenApiClients(document);
    });
    afterAll(() => clients.remove());

    it('has no problem for the strictest rules of Redocly and all rules of Spectral', async () => {
      expect(await clients.lint()).toEqual([]);
    });

    it('generates TypeScript clients that compile and work, with only the required fields', async () => {
      expect(await clients.compile()).toBe('');
      for (const program of ['with-openapi-fetch', 'with-hey-api'] as const) {
        const { key } = await createKey(app, { credits: 5, spendCap: 5 });
        const id = await insertReviewOpportunity(app.database);
        expect(await clients.call(program, app.baseUrl, key, id)).toEqual([
          'Tabula',
          5,
          'contacted',
          'reviewer',
          'not_found',
        ]);
      }
    });

    it('is what the clients were generated from: `npm run sdk` updates them', async () => {
      expect(await clients.outdatedFiles()).toEqual([]);
    });

    it('has a TypeScript client that names refusals, retries, reads lists to the end and verifies webhooks', async () => {
      const { key } = await createKey(app);
      const id = await insertReviewOpportunity(app.database);
      const busy = await startBusyService();
      const facts = await clients
        .call('with-sdk', app.baseUrl, key, id, busy.url, JSON.stringify(signedWebhook()))
        .finally(() => busy.close());
      expect(facts).toEqual([
        'Tabula',
        'contacted',
        ['key.created', 'opportunity.status_changed'],
        [true, 404],
        'string',
        true,
        [502, 'unknown'],
        'webhook.test',
        true,
        true,
      ]);
      const keys = busy.requests.map(({ headers }) => headers['idempotency-key']);
      expect(keys).toEqual([keys[0], keys[0], undefined]);
      expect(keys[0]).toMatch(UUID_PATTERN);
    });
  });

  /** An export answers with a file, which has no schema. */
  const isFile = (content: object | undefined): boolean => content !== undefined && 'text/csv' in content;

  /** A 304 has no body. */
  const statusesWithBody = (responses: object): string[] => Object.keys(responses).filter((status) => status !== '304');

  function operations() {
    return Object.entries(document.paths).flatMap(([template, methods]) =>
      Object.values(methods).map((operation) => ({ template, operation })),
    );
  }
});
