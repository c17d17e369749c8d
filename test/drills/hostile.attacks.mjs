import http from 'node:http';

const CODES = {
  invalid_request: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  rate_limited: 429,
  internal_error: 500,
};
const HEADERS = ['x-request-id', 'idempotency-key', 'user-agent', 'x-forwarded-for', 'accept', 'cookie', 'origin'];
const AT_ONCE = 16;

/**
 * Sends every string in every parameter, header and body of every operation in `document`, and every one of
 * `bodies` (bytes) as every body. Returns the faults: a 5xx, or a response without the envelope.
 * `faultOf(method, path, status, body)` may check each response against the OpenAPI document. With `oneIn` above 1,
 * each input gets only one in `oneIn` of them.
 */
export async function attack({ baseUrl, key, id, document, strings, bodies = [], oneIn = 1, faultOf = () => null }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const report = { requests: 0, byStatus: {}, faults: [] };
  const run = async (plan) => {
    const answer = await send(agent, baseUrl, key, plan);
    report.requests++;
    report.byStatus[answer.status] = (report.byStatus[answer.status] ?? 0) + 1;
    const fault =
      plan.anyShape || isFile(answer)
        ? brokenServer(answer)
        : (notEnveloped(answer) ?? faultOf(plan.method, plan.path, answer.status, JSON.parse(answer.body)));
    if (fault) report.faults.push(`${plan.method} ${plan.path.slice(0, 200)} (${plan.where}): ${fault}`);
  };
  const plans = thinned(allPlans(document, id, strings, bodies), oneIn);
  const worker = async () => {
    for (let next = plans.next(); !next.done; next = plans.next()) await run(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
  return report;
}

/** Sends only one in `oneIn` strings to each input. Each input begins with a different string. */
function* thinned(plans, oneIn) {
  const turns = new Map();
  for (const plan of plans) {
    const input = `${plan.method} ${plan.template} ${plan.where}`;
    const turn = turns.get(input) ?? turns.size;
    turns.set(input, turn + 1);
    if (turn % oneIn === 0) yield plan;
  }
}

function* allPlans(document, id, strings, bodies) {
  for (const bytes of strings) yield { where: 'address', method: 'GET', path: `/../../${raw(bytes)}`, anyShape: true };
  for (const [template, operations] of Object.entries(document.paths)) {
    for (const [name, operation] of Object.entries(operations)) {
      const method = name.toUpperCase();
      const parameters = (operation.parameters ?? []).filter(({ $ref }) => !$ref);
      const plain = template.replace(/\{\w+\}/g, id);
      const query = parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name);
      const fields = fieldsOf(document, operation);
      for (const bytes of strings) {
        for (const plan of plansOf({ method, template, plain, query, fields, bytes })) yield { ...plan, template };
      }
      if (method === 'GET') continue;
      for (const plan of oddBodiesOf({ method, plain, fields })) yield { ...plan, template };
      for (const body of bodies) yield { where: 'body', method, template, path: plain, body, json: true };
    }
  }
}

function* plansOf({ method, template, plain, query, fields, bytes }) {
  const json = method !== 'GET';
  const valid = json && fields.length === 0 ? undefined : '{}';
  if (template !== plain) {
    yield { where: 'path', method, path: template.replace(/\{\w+\}/g, () => encoded(bytes)), body: valid, json };
    yield {
      where: 'path, not encoded',
      method,
      path: template.replace(/\{\w+\}/g, () => raw(bytes)),
      body: valid,
      json,
      anyShape: true,
    };
  }
  for (const name of query) yield { where: `query ${name}`, method, path: `${plain}?${name}=${encoded(bytes)}` };
  if (query.length > 0) {
    const all = query.map((name) => `${name}=${encoded(bytes)}&${name}=1&${name}[]=${encoded(bytes)}`).join('&');
    yield { where: 'every query parameter, again and again', method, path: `${plain}?${all}` };
    yield { where: 'query, not encoded', method, path: `${plain}?${raw(bytes)}&${query[0]}=${raw(bytes)}` };
  }
  const headers = Object.fromEntries(HEADERS.map((name) => [name, headerValue(bytes)]));
  yield { where: 'headers', method, path: plain, headers, body: valid, json };
  // The response may be compressed then, which is correct.
  const encoding = { 'accept-encoding': headerValue(bytes) };
  yield {
    where: 'accepted encoding',
    method,
    path: plain,
    headers: encoding,
    body: valid,
    json,
    anyShape: true,
  };
  for (const scheme of ['', 'Bearer ']) {
    yield {
      where: 'credential',
      method,
      path: plain,
      headers: { authorization: scheme + headerValue(bytes) },
      body: valid,
      json,
    };
  }
  if (!json) return;
  const text = bytes.toString();
  yield { where: 'body', method, path: plain, body: bytes, json };
  yield { where: 'content type', method, path: plain, body: '{}', headers: { 'content-type': headerValue(bytes) } };
  for (const field of fields) {
    for (const value of [text, { [text]: text }])
      yield {
        where: `body field ${field}`,
        method,
        path: plain,
        body: JSON.stringify({ [field]: value }),
        json,
      };
  }
  for (const value of [text, [text], { [text]: { [text]: text } }, [[text], null, 1e308]]) {
    const everything = Object.fromEntries([...fields, text].map((field) => [field, value]));
    yield { where: 'every body field', method, path: plain, body: JSON.stringify(everything), json };
  }
}

/** Valid JSON that is not a valid body. */
function* oddBodiesOf({ method, plain, fields }) {
  const deep = (open, close) => open.repeat(40_000) + close.repeat(40_000);
  for (const value of [
    'null',
    'true',
    '0',
    '""',
    '[]',
    deep('[', ']'),
    `${'{"a":'.repeat(40_000)}0${'}'.repeat(40_000)}`,
    '{"constructor":{"name":1}}',
    '{"__proto__":{"toString":1}}',
  ]) {
    for (const field of fields)
      yield { where: `odd body field ${field}`, method, path: plain, body: `{"${field}":${value}}`, json: true };
    yield { where: 'odd body', method, path: plain, body: value, json: true };
  }
}

function fieldsOf(document, operation) {
  const schema = operation.requestBody?.content['application/json'].schema;
  const target = schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;
  return Object.keys(target?.properties ?? {});
}

const encoded = (bytes) =>
  [...bytes]
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('')
    .slice(0, 6_000);
/** Encodes only the characters that node refuses to send. Percent signs, dots and slashes stay unchanged. */
const raw = (bytes) =>
  bytes
    .toString('latin1')
    .replace(/[^\x21-\x7e]|[#]/g, (character) => encodeURIComponent(character))
    .slice(0, 6_000);
const headerValue = (bytes) =>
  bytes
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .slice(0, 1_500);

function send(agent, baseUrl, key, { method, path, headers, body, json }) {
  const { hostname, port, pathname } = new URL(baseUrl);
  return new Promise((resolve) => {
    const request = http.request(
      {
        agent,
        hostname,
        port,
        method,
        path: pathname + path,
        headers: {
          authorization: `Bearer ${key}`,
          ...(json && body !== undefined && { 'content-type': 'application/json' }),
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      async (response) => {
        const chunks = [];
        for await (const chunk of response) chunks.push(chunk);
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() });
      },
    );
    request.on('error', (error) => resolve({ status: 0, headers: {}, body: error.message }));
    request.end(body);
  });
}

/** An export answers with a file instead of an envelope. */
const isFile = ({ status, headers }) =>
  status === 200 && /^(?:application\/jsonl|text\/csv)/.test(headers['content-type'] ?? '');

const brokenServer = ({ status, body }) => (status === 0 || status >= 500 ? `${status} ${body.slice(0, 200)}` : null);

function notEnveloped(answer) {
  const broken = brokenServer(answer);
  if (broken) return broken;
  const { status, headers, body } = answer;
  try {
    const { success, error } = JSON.parse(body);
    if (success === undefined) return body.startsWith('{"openapi"') ? null : `no envelope: ${body.slice(0, 200)}`;
    if (success ? status !== 200 : CODES[error.code] !== status) return `${status} with ${body.slice(0, 200)}`;
    return headers['x-request-id'] ? null : 'no X-Request-Id';
  } catch {
    return `not JSON: ${status} ${body.slice(0, 200)}`;
  }
}
