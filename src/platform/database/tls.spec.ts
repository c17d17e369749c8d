import { DataSource } from 'typeorm';
import { hasOpenssl, makeCertificates } from '../../../test/support/servers/certificates.js';
import { startEncryptedPostgres } from '../../../test/support/servers/postgres-servers.js';
import { databaseOptions } from './data-source.js';

const describeWithTls = hasOpenssl ? describe : describe.skip;

describeWithTls('a database with TLS (skipped without openssl)', () => {
  let postgres: Awaited<ReturnType<typeof startEncryptedPostgres>>;

  beforeAll(async () => {
    postgres = await startEncryptedPostgres();
  });
  afterAll(() => postgres.stop());

  /** Whether a connection with these parameters of DATABASE_URL is encrypted. */
  async function isEncrypted(host: string, parameters: Record<string, string>): Promise<boolean> {
    const url = new URL(postgres.server.url);
    url.hostname = host;
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const source = await new DataSource(databaseOptions(url.href)).initialize();
    const [row] = await source.query<{ ssl: boolean }[]>('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    await source.destroy();
    return row?.ssl ?? false;
  }

  it('is used with an authority of its own', async () => {
    const trusted = { sslmode: 'verify-full', sslrootcert: postgres.authority };
    expect(await isEncrypted('localhost', trusted)).toBe(true);
  });

  it('is refused with a certificate of another authority', async () => {
    const { authority } = makeCertificates(postgres.folder, 'other');
    const connecting = isEncrypted('localhost', { sslmode: 'verify-full', sslrootcert: authority });
    await expect(connecting).rejects.toThrow(/certificate|signature/i);
  });

  it('is refused under a name that its certificate lacks', async () => {
    const connecting = isEncrypted('127.0.0.1', { sslmode: 'verify-full', sslrootcert: postgres.authority });
    await expect(connecting).rejects.toThrow(/altname|IP/i);
  });
});
