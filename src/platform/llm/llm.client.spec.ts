import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { LlmClient, LlmFailed, type LlmFailure } from './llm.client.js';

type Handler = (response: ServerResponse, request: IncomingMessage, body: string) => void;

const completesWith =
  (content: string): Handler =>
  (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }] }));
  };
const failsWith =
  (status: number, headers: Record<string, string> = {}): Handler =>
  (response) =>
    response.writeHead(status, headers).end('{"error":{"message":"no"}}');

describe('the language-model client', () => {
  let server: Server;
  let script: Handler[];
  let seen: { url?: string; authorization?: string; body: string }[];
  const client = (timeoutMs = 5000, firstPauseMs = 1): LlmClient => {
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}/v1/`;
    return new LlmClient({ baseUrl, model: 'small', apiKey: 'secret', timeoutMs }, firstPauseMs);
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
        (script.shift() ?? failsWith(500))(response, request, body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('sends the two messages to the chat completions of the base URL', async () => {
    script = [completesWith('Hi')];
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

  it("returns the model's text", async () => {
    script = [completesWith('Hi')];
    await expect(client().complete(ask)).resolves.toBe('Hi');
  });

  it('retries if the endpoint is overloaded', async () => {
    script = [failsWith(503), failsWith(429, { 'retry-after': '0' }), completesWith('Hi')];
    await expect(client().complete(ask)).resolves.toBe('Hi');
  });

  it('fails after three attempts', async () => {
    script = [failsWith(500), failsWith(502), failsWith(503), completesWith('too late')];
    expect(await failureOf(client().complete(ask))).toBe('unavailable');
    expect(seen).toHaveLength(3);
  });

  it('does not wait for a Retry-After beyond its deadline', async () => {
    script = [failsWith(429, { 'retry-after': '3600' }), completesWith('too late')];
    expect(await failureOf(client().complete(ask))).toBe('unavailable');
    expect(seen).toHaveLength(1);
  });

  it('retries until the time that the caller sets', async () => {
    script = [...Array.from({ length: 6 }, () => failsWith(503)), completesWith('Hi')];
    await expect(client().complete({ ...ask, retryUntil: new Date(Date.now() + 10_000) })).resolves.toBe('Hi');
  });

  it('fails at the time that the caller sets', async () => {
    script = Array.from({ length: 100 }, () => failsWith(503));
    const retryUntil = new Date(Date.now() + 200);
    // The last attempt gets a response, or ends at the deadline.
    expect(['unavailable', 'timeout']).toContain(await failureOf(client().complete({ ...ask, retryUntil })));
    expect(Date.now()).toBeLessThan(retryUntil.getTime() + 2_000);
  });

  it('pauses between attempts although the endpoint asks for no pause', async () => {
    script = Array.from({ length: 100 }, () => failsWith(429, { 'retry-after': '0' }));
    await failureOf(client(5_000, 50).complete({ ...ask, retryUntil: new Date(Date.now() + 200) }));
    expect(seen.length).toBeLessThanOrEqual(4);
  });

  it('retries an attempt that timed out if the caller has time left', async () => {
    script = [() => undefined, completesWith('Hi')];
    const retryUntil = new Date(Date.now() + 10_000);
    await expect(client(100).complete({ ...ask, retryUntil })).resolves.toBe('Hi');
  });

  it('does not retry a refusal, even if time is left', async () => {
    script = [failsWith(401), completesWith('never')];
    const retryUntil = new Date(Date.now() + 10_000);
    expect(await failureOf(client().complete({ ...ask, retryUntil }))).toBe('refused');
  });

  it('does not retry if the endpoint refuses', async () => {
    script = [failsWith(401), completesWith('never')];
    expect(await failureOf(client().complete(ask))).toBe('refused');
    expect(seen).toHaveLength(1);
  });

  it('treats a filtered response as a refusal', async () => {
    script = [(response) => response.end('{"choices":[{"finish_reason":"content_filter","message":{"content":""}}]}')];
    expect(await failureOf(client().complete(ask))).toBe('refused');
  });

  it('times out if the endpoint does not respond', async () => {
    script = [() => undefined];
    expect(await failureOf(client(50).complete(ask))).toBe('timeout');
  });

  it('times out if the response does not end', async () => {
    script = [(response) => response.write('{"choices":')];
    expect(await failureOf(client(100).complete(ask))).toBe('timeout');
  });

  it("rejects with the caller's reason when the caller aborts", async () => {
    script = [() => undefined];
    const controller = new AbortController();
    const work = client().complete({ ...ask, signal: controller.signal });
    controller.abort(new Error('no longer needed'));
    await expect(work).rejects.toThrow('no longer needed');
  });

  it.each(['not json', '{}', '{"choices":[]}', 'null', '{"choices":[{"message":{"content":7}}]}'])(
    'fails as malformed for %s',
    async (body) => {
      script = [(response) => response.end(body)];
      expect(await failureOf(client().complete(ask))).toBe('malformed');
    },
  );

  it('fails as malformed if the response is truncated', async () => {
    script = [(response) => response.end('{"choices":[{"finish_reason":"length","message":{"content":"Hal"}}]}')];
    expect(await failureOf(client().complete(ask))).toBe('malformed');
  });

  it('fails as malformed if the response is too large', async () => {
    script = [(response) => response.end('x'.repeat(2_100_000))];
    expect(await failureOf(client().complete(ask))).toBe('malformed');
  });

  it('fails as unavailable if no server listens', async () => {
    const work = client();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await failureOf(work.complete(ask))).toBe('unavailable');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
});
