import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeWithEncryptedRedis, startEncryptedRedis } from '../../support/servers/redis-servers.js';

const CONNECTION = join(import.meta.dirname, '../../../dist/platform/cache/redis.connection.js');
/** Prints the answer to one command, or why there is none. A cluster does not say what failed. */
const CODE = `
  import { connectRedis } from ${JSON.stringify(CONNECTION)};
  const redis = connectRedis(process.argv[1], { maxRetriesPerRequest: 0, retryStrategy: () => null });
  let code;
  redis.on('error', (error) => (code ??= error.code));
  console.log(await redis.set('key', 'value').catch(({ message }) => code ?? message));
  redis.disconnect();
`;
const OF_CLUSTER = /^None of startup nodes is available$/;

describeWithEncryptedRedis('a connection with rediss://', () => {
  let redis: Awaited<ReturnType<typeof startEncryptedRedis>>;

  beforeAll(async () => {
    redis = await startEncryptedRedis();
  });
  afterAll(() => redis.stop());

  /** Node reads NODE_EXTRA_CA_CERTS only when a process starts. */
  async function writeTo(url: string, authority?: string): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', CODE, url], {
      env: { PATH: process.env.PATH, ...(authority && { NODE_EXTRA_CA_CERTS: authority }) },
      timeout: 20_000,
    });
    return stdout.trim();
  }

  describe.each([
    ['one server', 'serverUrl', /SELF_SIGNED|UNABLE_TO_VERIFY|SIGNATURE/, /ALTNAME_INVALID/],
    ['a cluster', 'clusterUrl', OF_CLUSTER, OF_CLUSTER],
  ] as const)('to %s', (_, url, distrust, wrongName) => {
    it('writes with the authority of NODE_EXTRA_CA_CERTS', async () => {
      expect(await writeTo(redis[url]('localhost'), redis.authority)).toBe('OK');
    });

    it('is refused without the authority', async () => {
      expect(await writeTo(redis[url]('localhost'))).toMatch(distrust);
    });

    it('is refused with another authority', async () => {
      expect(await writeTo(redis[url]('localhost'), redis.other)).toMatch(distrust);
    });

    it('is refused under a name that the certificate lacks', async () => {
      expect(await writeTo(redis[url]('127.0.0.1'), redis.authority)).toMatch(wrongName);
    });
  });
});
