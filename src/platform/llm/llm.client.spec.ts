import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { LlmClient, LlmFailed, type LlmFailure } from './llm.client.js';

type Answer = (response: ServerResponse, request: IncomingMessage, body: string) => void;

const says =
  (content: string): Answer =>
  (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }] }));
  };
const answersWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end('{"error":{"message":"no"}}');

describe('the language-model client', () => {
  let server: Server;
  let script: Answer[];
  let seen: { url?: string; authorization?: string; body: string }[];
  const client = (timeoutMs = 5000): LlmClient => {
    const { port } = server.address() as AddressInfo;
    return new LlmClient({ baseUrl: `http://127.0.0.1:${port}/v1/`, model: 'small', apiKey: 'secret', timeoutMs }, 1);
  };
  const ask = { system: 'Be brief.', user: 'Hello', maxTokens: 50 };
  const failureOf = async (work: Promise<string>): Promise<LlmFailure | undefined> => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof LlmFailed ? error.failure : undefined;
  };

  beforeEach(async () => {
    script = [];
    seen = [];
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        seen.push({ url: request.url, authorization: request.headers.authorization, body });
        (script.shift() ?? answersWith(500))(response, request, body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('sends the two messages to the chat completions of the base URL', async () => {
    script = [says('Hi')];
    await client().complete({ ...ask, json: true });
    expect({ ...seen[0], body: JSON.parse(seen[0]?.body ?? '') }).toEqual({
      url: '/v1/chat/completions',
      authorization: 'Bearer secret',
      body: {
        model: 'small',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hello' },
        ],
        max_tokens: 50,
        temperature: 0,
        response_format: { type: 'json_object' },
      },
    });
  });

  it("answers with the model's text", async () => {
    script = [says('Hi')];
    await expect(client().complete(ask)).resolves.toBe('Hi');
  });

  it('asks again after an overloaded answer', async () => {
    script = [answersWith(503), answersWith(429, { 'retry-after': '0' }), says('Hi')];
    await expect(client().complete(ask)).resolves.toBe('Hi');
  });

  it('gives up after three attempts', async () => {
    script = [answersWith(500), answersWith(502), answersWith(503), says('too late')];
    expect(await failureOf(client().complete(ask))).toBe('unavailable');
    expect(seen).toHaveLength(3);
  });

  it('does not wait for a Retry-After beyond its deadline', async () => {
    script = [answersWith(429, { 'retry-after': '3600' }), says('too late')];
    expect(await failureOf(client().complete(ask))).toBe('unavailable');
    expect(seen).toHaveLength(1);
  });

  it('does not ask again where the endpoint refuses', async () => {
    script = [answersWith(401), says('never')];
    expect(await failureOf(client().complete(ask))).toBe('refused');
    expect(seen).toHaveLength(1);
  });

  it('takes a filtered answer for a refusal', async () => {
    script = [(response) => response.end('{"choices":[{"finish_reason":"content_filter","message":{"content":""}}]}')];
    expect(await failureOf(client().complete(ask))).toBe('refused');
  });

  it('ends at its deadline where the endpoint never answers', async () => {
    script = [() => undefined];
    expect(await failureOf(client(50).complete(ask))).toBe('timeout');
  });

  it('ends at its deadline where the answer never ends', async () => {
    script = [(response) => response.write('{"choices":')];
    expect(await failureOf(client(100).complete(ask))).toBe('timeout');
  });

  it("rejects with the caller's reason when the caller gives up", async () => {
    script = [() => undefined];
    const controller = new AbortController();
    const work = client().complete({ ...ask, signal: controller.signal });
    controller.abort(new Error('no longer needed'));
    await expect(work).rejects.toThrow('no longer needed');
  });

  it.each(['not json', '{}', '{"choices":[]}', 'null', '{"choices":[{"message":{"content":7}}]}'])(
    'calls %s malformed',
    async (body) => {
      script = [(response) => response.end(body)];
      expect(await failureOf(client().complete(ask))).toBe('malformed');
    },
  );

  it('calls an answer that was cut short malformed', async () => {
    script = [(response) => response.end('{"choices":[{"finish_reason":"length","message":{"content":"Hal"}}]}')];
    expect(await failureOf(client().complete(ask))).toBe('malformed');
  });

  it('calls an answer without end malformed instead of holding it', async () => {
    script = [(response) => response.end('x'.repeat(2_100_000))];
    expect(await failureOf(client().complete(ask))).toBe('malformed');
  });

  it('calls an endpoint that nobody listens on unavailable', async () => {
    const work = client();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await failureOf(work.complete(ask))).toBe('unavailable');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
});
