import { Logger } from '@nestjs/common';
import { JsonLogger } from './json.logger.js';
import { withLogFields } from './log.fields.js';

function capture(level: 'info' | 'debug' = 'info') {
  const lines: string[] = [];
  const logger = new JsonLogger({ LOG_LEVEL: level }, 'api', { write: (line: string) => void lines.push(line) });
  return { logger, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> };
}

describe('a log line', () => {
  it('is one line of JSON with time, level, process and the name of its logger', () => {
    const { logger, lines, last } = capture();
    logger.log({ request_id: 'r-1' }, 'something\nhappened', 'Reports');
    expect(lines.join('').trimEnd()).not.toContain('\n');
    expect(last()).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      process: 'api',
      context: 'Reports',
      request_id: 'r-1',
      msg: 'something\nhappened',
    });
  });

  it('has the fields of the request during which it is written', async () => {
    const { logger, last } = capture();
    await withLogFields({ request_id: 'r-2' }, async () => {
      await Promise.resolve();
      logger.log('done', 'Reports');
    });
    expect(last()).toMatchObject({ request_id: 'r-2', context: 'Reports', msg: 'done' });
  });

  it('describes an error with its message and stack, without the values of the failed statement', () => {
    const { logger, last } = capture();
    const error = Object.assign(new Error('duplicate', { cause: new Error('root') }), {
      code: '23505',
      parameters: ['ann@example.com'],
    });
    logger.error({ error }, 'not stored', 'Database');
    expect(last().error).toEqual({
      type: 'Error',
      message: 'duplicate',
      code: '23505',
      stack: expect.stringContaining('json.logger.spec'),
      cause: expect.objectContaining({ message: 'root' }),
    });
    expect(JSON.stringify(last())).not.toContain('ann@example.com');
  });

  it('contains the stack that Nest passes with a message', () => {
    const { logger, last } = capture();
    logger.error('it broke', 'Error: it broke\n  at here', 'ExceptionsHandler');
    expect(last()).toMatchObject({
      msg: 'it broke',
      stack: 'Error: it broke\n  at here',
      context: 'ExceptionsHandler',
    });
  });

  it("is not written for Nest's boot messages", () => {
    const { logger, lines } = capture();
    logger.log('AppModule dependencies initialized', 'InstanceLoader');
    expect(lines).toEqual([]);
  });

  it("is written for Nest's boot messages at debug level", () => {
    const { logger, last } = capture('debug');
    logger.log('AppModule dependencies initialized', 'InstanceLoader');
    expect(last()).toMatchObject({ level: 'debug', context: 'InstanceLoader' });
  });

  it("is written for every use of Nest's Logger", () => {
    const { logger, last } = capture();
    Logger.overrideLogger(logger);
    new Logger('Sweeper').warn({ waiting: 3 }, 'late');
    Logger.overrideLogger(false);
    expect(last()).toMatchObject({ level: 'warn', context: 'Sweeper', waiting: 3, msg: 'late' });
  });
});

describe('a secret', () => {
  const key = `qualm_live_${'0a1b2c3d'.repeat(8)}`;

  it.each([
    ['a key in a text', `refused ${key} twice`, key],
    ['a bearer header', { headers: { authorization: 'Bearer abcdefgh12345678' } }, 'abcdefgh12345678'],
    ['a basic header', 'got Authorization: Basic b3BzOnNlY3JldHBhc3M=', 'b3BzOnNlY3JldHBhc3M'],
    ['a cookie', { headers: { cookie: 'session=s3ss10n; theme=dark' } }, 's3ss10n'],
    ['cookies that are set', { headers: { 'set-cookie': ['session=s3ss10n', 'csrf=t0k3n'] } }, 's3ss10n'],
    ['a password field', { user: { password: 'correct "horse"' } }, 'horse'],
    ['a secret of a client', { client_secret: 'c1i3nt' }, 'c1i3nt'],
    ['a token of any kind', { refresh_token: 'r3fr3sh', access_token: 'acc3ss' }, /r3fr3sh|acc3ss/],
    ['a provider key', { LLM_API_KEY: 'sk-123456' }, 'sk-123456'],
    ['a token in an address', 'GET /callback?state=st4t3&code=c0d3c0d3&access_token=t0k3n', /st4t3|c0d3c0d3|t0k3n/],
    ['the password of a database URL', 'connecting to postgres://app:p4ssw0rd@localhost/app', 'p4ssw0rd'],
    ['the password of a Redis URL', 'connecting to redis://:p4ssw0rd@localhost', 'p4ssw0rd'],
    ['JSON inside a text', `body was ${JSON.stringify({ password: 'hunter22', name: 'Ann' })}`, 'hunter22'],
    ['the message of an error', { error: new Error(`bad key ${key}`) }, key],
  ])('is removed: %s', (_, message, secret) => {
    const { logger, lines, last } = capture();
    logger.warn(message, 'Test');
    expect(lines.join('')).not.toMatch(secret);
    expect(last()).toMatchObject({ context: 'Test' });
  });
});
