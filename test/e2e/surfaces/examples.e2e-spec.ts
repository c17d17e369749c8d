import { randomBytes } from 'node:crypto';
import { SCOPES } from '#access/policy/key.scopes.js';
import { createKey, startTestApp, type TestApp } from '../../support/app.js';
import { committedExamples, differencesOf, recordExamples, writeExamples } from '../../support/recorded-examples.js';
import { json, type StandIn, startStandIn } from '../../support/stand-ins/http-server.js';

/** Operations whose answer is a file, has no credential or cannot be had in the sandbox. */
const WITHOUT_EXAMPLE = [
  ...['export_opportunities', 'export_reports', 'export_pitches', 'export_ledger', 'export_audit_log'],
  ...['health', 'readiness', 'openapi'],
  // Linters take the field `example` of its items for one of the document.
  'list_event_types',
  // A source or a destination asks another service.
  ...['test_destination', 'retry_destination_delivery', 'hand_over_opportunity'],
  ...['add_source', 'preview_source', 'get_source', 'remove_source'],
  // Nothing new is detected in the sandbox.
  ...['mark_saved_search_match', 'update_inbox_item'],
];

/** `RECORD=1 npx jest test/e2e/surfaces/examples` records the examples again. */
describe('the examples of the reference', () => {
  let app: TestApp;
  let receiver: StandIn;
  let recorded: Awaited<ReturnType<typeof recordExamples>>;

  beforeAll(async () => {
    const env = {
      EGRESS_ALLOWED_CIDRS: '127.0.0.0/8',
      SLACK_WEBHOOK_HOSTS: '127.0.0.1',
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    };
    app = await startTestApp({ worker: true, env });
    receiver = await startStandIn(json(200, {}));
    const { key } = await createKey(app, { test: true, spendCap: 50, scopes: SCOPES });
    recorded = await recordExamples(app, key, receiver.url);
    if (process.env.RECORD) writeExamples(recorded.examples);
  });
  afterAll(async () => {
    await receiver.close();
    await app.close();
  });

  it('come from calls of the sandbox that succeed', () => {
    expect(recorded.failed).toEqual([]);
  });

  it('are there for every operation', () => {
    const operations = Object.values(recorded.document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    const without = operations.filter((id) => !(id in committedExamples()));
    expect(without.sort()).toEqual([...WITHOUT_EXAMPLE].sort());
  });

  it('have the fields of the real answers', () => {
    const committed = committedExamples();
    const differences = Object.entries(recorded.examples).flatMap(([id, example]) =>
      differencesOf(example, committed[id]).map((path) => `${id}${path}`),
    );
    expect(differences).toEqual([]);
  });

  it('match their schemas', () => {
    const { contract, document } = recorded;
    const faults = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => {
        const example = committedExamples()[operation.operationId];
        const schema = contract.response(operation, 200)?.content?.['application/json']?.schema;
        const errors = example && schema ? contract.schemaErrors(schema, example) : null;
        return errors ? [`${operation.operationId}: ${errors}`] : [];
      }),
    );
    expect(faults).toEqual([]);
  });
});
