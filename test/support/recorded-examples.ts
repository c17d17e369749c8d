import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxId } from '#accounts/runs/forced-effect.js';
import { call, type TestApp } from './app.js';
import { Contract, type OpenApiDocument } from './contract.js';
import { until } from './until.js';

const FILE = join(import.meta.dirname, '../../src/surfaces/reference/recorded.examples.json');

/** The example of each operation, as it is committed. */
export const committedExamples = (): Record<string, unknown> =>
  JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>;

/** Replaces the committed examples. */
export const writeExamples = (examples: Record<string, unknown>): void =>
  writeFileSync(FILE, `${JSON.stringify(examples, null, 2)}\n`);

/** A call of the sandbox. `$name` in a path or a body stands for the id of an earlier answer that was kept under this name. */
type Step = [method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object, keep?: string];

const [PRODUCT, OTHER, OPPORTUNITY] = [sandboxId(102), sandboxId(110), sandboxId(201)];
const NEW = { product: sandboxId(101), opportunity: sandboxId(230) };
const FILTERS = { signal: ['leaving'], min_frustration: ['high'] };

/** Writes come first, so that lists have an item. The last steps remove what they made. */
const STEPS: Step[] = [
  ['GET', '/ping'],
  ['GET', '/test/fixtures'],
  ['POST', '/watchlist', { product_id: PRODUCT }],
  ['POST', '/suppressions', { value: 'competitor.example' }, 'suppression'],
  ['PATCH', '/account/sender-profile', { company: 'Brightdesk', product: 'Brightdesk Books' }],
  ['POST', '/webhook-endpoints', { url: '$receiver', event_types: ['report.completed'] }, 'endpoint'],
  ['POST', '/webhook-endpoints/$endpoint/test'],
  ['POST', '/test/events', { type: 'report.completed' }],
  ['POST', `/products/${NEW.product}/generate-report`],
  ['POST', `/opportunities/${OPPORTUNITY}/unlock-contact`, { field: 'email' }],
  ['POST', `/opportunities/${OPPORTUNITY}/generate-pitch`, {}],
  ['PATCH', `/opportunities/${OPPORTUNITY}`, { status: 'qualified', is_viewed: true }],
  ['POST', '/opportunities/bulk-update', { ids: [NEW.opportunity], status: 'contacted' }],
  ['POST', `/opportunities/${OPPORTUNITY}/comments`, { text: 'They renew in January. I call on Monday.' }, 'comment'],
  ['POST', '/saved-searches', { name: 'Leaving', filters: FILTERS, deliver: { feed: true } }, 'search'],
  ['POST', '/saved-searches/preview', { filters: FILTERS }],
  ['POST', '/quotes', { items: [{ action: 'generate_pitch', opportunity_id: NEW.opportunity }] }],
  [
    ...(['POST', '/bulk-jobs'] as const),
    { action: 'generate_pitch', items: [{ opportunity_id: NEW.opportunity }], max_credits: 1 },
    'job',
  ],
  ['GET', '/products?query=ledger'],
  ['GET', `/products/${PRODUCT}/competitors`],
  ['GET', `/products/${PRODUCT}/pain-points`, undefined, 'report'],
  ['GET', `/products/${PRODUCT}/pain-points/cover`],
  ['GET', `/products/${PRODUCT}/pain-points/$theme/mentions`],
  ['GET', `/products/${PRODUCT}/switching`],
  ['GET', `/products/${PRODUCT}/standing`],
  ['GET', `/products/${PRODUCT}/battle-card`],
  ['GET', `/products/compare?ids=${PRODUCT},${OTHER}`],
  ['GET', `/products/${PRODUCT}/reports`, undefined, 'old'],
  ['GET', `/products/${PRODUCT}/reports/diff`],
  ['GET', `/products/${PRODUCT}/reports/$old`],
  ['GET', '/api-keys'],
  ['GET', '/api-keys/current'],
  ['GET', '/events', undefined, 'event'],
  ['GET', '/events/$event'],
  ['GET', '/webhook-endpoints'],
  ['GET', '/webhook-endpoints/$endpoint'],
  ['PATCH', '/webhook-endpoints/$endpoint', { description: 'Reports' }],
  ['GET', '/webhook-endpoints/$endpoint/deliveries', undefined, 'delivery'],
  ['GET', '/webhook-deliveries/$delivery'],
  ['POST', '/webhook-deliveries/$delivery/replay'],
  ['POST', '/webhook-endpoints/$endpoint/replay', { since: '$since' }],
  ['POST', '/webhook-endpoints/$endpoint/rotate-secret'],
  [
    'POST',
    '/destinations',
    { kind: 'slack', name: '#sales', secret: '$receiver/services/T000/B000/XXXX', news: ['reports'] },
    'destination',
  ],
  ['GET', '/destinations'],
  ['GET', '/destinations/$destination'],
  ['PATCH', '/destinations/$destination', { name: '#reports' }],
  ['GET', '/destinations/$destination/deliveries'],
  ['GET', '/audit-log'],
  ['GET', '/watchlist'],
  ['GET', '/sources/connectors'],
  ['GET', '/sources'],
  ['GET', '/opportunities?signal=leaving&page_size=1'],
  ['GET', `/opportunities/${OPPORTUNITY}`],
  ['GET', `/opportunities/${OPPORTUNITY}/comments`],
  ['GET', `/opportunities/${OPPORTUNITY}/activity`],
  ['GET', `/opportunities/${OPPORTUNITY}/hand-overs`],
  ['GET', '/filters'],
  ['GET', '/inbox', undefined, 'item'],
  ['POST', '/inbox/read-all'],
  ['GET', '/saved-searches'],
  ['GET', '/saved-searches/$search'],
  ['PATCH', '/saved-searches/$search', { name: 'Leaving soon' }],
  ['POST', '/saved-searches/$search/rotate-feed'],
  ['GET', '/saved-searches/$search/matches'],
  ['GET', '/account'],
  ['GET', '/credit-balance'],
  ['GET', '/account/sender-profile'],
  ['GET', '/suppressions'],
  ['GET', `/pitches?opportunity_id=${OPPORTUNITY}`, undefined, 'pitch'],
  ['GET', '/pitches/$pitch'],
  ['GET', '/home'],
  ['GET', '/account/members'],
  ['GET', '/account/usage'],
  ['GET', '/account/ledger'],
  ['GET', '/bulk-jobs'],
  ['GET', '/bulk-jobs/$job'],
  ['GET', '/bulk-jobs/$job/items'],
  ['POST', '/bulk-jobs/$job/cancel'],
  ['GET', '/changelog'],
  ['DELETE', `/opportunities/${OPPORTUNITY}/comments/$comment`],
  ['DELETE', '/saved-searches/$search'],
  ['DELETE', '/webhook-endpoints/$endpoint'],
  ['DELETE', '/destinations/$destination'],
  ['DELETE', '/suppressions/$suppression'],
  ['DELETE', `/watchlist/${PRODUCT}`],
  ['POST', '/test/reset'],
  ['DELETE', '/api-keys/current'],
];

/** Calls the sandbox with a test key. @returns the answer of each operation in short, and the calls that failed */
export async function recordExamples(app: TestApp, key: string, receiver: string) {
  const document = (await (await fetch(`${app.baseUrl}/openapi.json`)).json()) as OpenApiDocument;
  const contract = new Contract(document);
  const kept: Record<string, string> = { receiver, since: new Date(Date.now() - 3_600_000).toISOString() };
  const filled = (text: string): string => text.replaceAll(/\$(\w+)/g, (_, name: string) => kept[name] ?? '');
  const examples: Record<string, unknown> = {};
  const failed: string[] = [];
  for (const [method, template, body, keep] of STEPS) {
    const path = filled(template);
    const sent = body && (JSON.parse(filled(JSON.stringify(body))) as object);
    const headers = { 'idempotency-key': randomUUID() };
    const ask = () => call(app, method, path, { key, headers, ...(sent && { body: sent }) });
    let answer = await ask();
    // Deliveries are made in the background.
    if (keep === 'delivery')
      answer = await until(async () => ((await ask()).body.data as unknown[] | undefined)?.length !== 0 && ask());
    const found = contract.find(method, path);
    if (answer.status !== 200 || !found) {
      failed.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body.error)}`);
      continue;
    }
    const data = answer.body.data as { id?: string; themes?: { theme_id: string }[] } | { id?: string }[];
    const first = Array.isArray(data) ? data[0] : data;
    if (keep && first?.id) kept[keep] = first.id;
    if (keep === 'report' && !Array.isArray(data) && 'themes' in data) kept.theme = data.themes?.[0]?.theme_id ?? '';
    examples[found.operation.operationId] = shortened(withoutSecrets(answer.body));
  }
  return { document, contract, examples, failed };
}

const MAX_VALUES = 3;

/** The first object of every list, and the first values of other lists. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value as unknown[];
    return items.slice(0, typeof items[0] === 'object' && items[0] !== null ? 1 : MAX_VALUES).map(shortened);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shortened(field)]));
}

/** Made-up secrets in place of those of the answer, which look like real ones to a scanner. */
const withoutSecrets = (body: object): unknown =>
  JSON.parse(
    JSON.stringify(body)
      .replaceAll(/whsec_[\w+/=]+/g, 'whsec_example')
      .replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):\d+/g, 'https://qualm.example.com'),
  );

/** The fields of a value and of what they hold, where both values have something. @returns the paths that only one has */
export function differencesOf(one: unknown, other: unknown, path = ''): string[] {
  if (one === null || other === null || one === undefined || other === undefined) return [];
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other)) return [path];
    return one.length > 0 && other.length > 0 ? differencesOf(one[0], other[0], `${path}[]`) : [];
  }
  if (typeof one !== 'object' || typeof other !== 'object') return typeof one === typeof other ? [] : [path];
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) =>
    name in a && name in b ? differencesOf(a[name], b[name], `${path}.${name}`) : [`${path}.${name}`],
  );
}
