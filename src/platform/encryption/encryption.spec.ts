import 'reflect-metadata';
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { databaseOptions } from '#platform/database/data-source.js';
import { Database } from '#platform/database/database.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { noReplicas } from '../../../test/support/servers/no-replicas.js';
import { EncryptionService } from './encryption.service.js';
import { demandKeys, EncryptionKeysRefused } from './key-checks.js';
import { UnreadableCiphertext } from './key-ring.js';
import { ReencryptionQueries } from './reencryption.queries.js';
import { ReencryptionService } from './reencryption.service.js';

const [OLD, NEW, OTHER] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const encryptionWith = (...keys: Buffer[]) => new EncryptionService({ ENCRYPTION_KEYS: keys });
const SECRET = 'a secret with an ö';

describe('encryption at rest', () => {
  it('decrypts what it encrypted for a row', () => {
    const ciphertext = encryptionWith(OLD).encrypt('vaults', '1', SECRET);
    expect(ciphertext.includes('secret')).toBe(false);
    expect(encryptionWith(OLD).decrypt('vaults', '1', ciphertext)).toBe(SECRET);
  });

  it('encrypts with the first key and decrypts with any', () => {
    const both = encryptionWith(NEW, OLD);
    expect(both.decrypt('vaults', '1', encryptionWith(OLD).encrypt('vaults', '1', SECRET))).toBe(SECRET);
    expect(encryptionWith(NEW).decrypt('vaults', '1', both.encrypt('vaults', '1', SECRET))).toBe(SECRET);
  });

  it('makes a different ciphertext each time', () => {
    const encryption = encryptionWith(OLD);
    expect(encryption.encrypt('vaults', '1', SECRET)).not.toEqual(encryption.encrypt('vaults', '1', SECRET));
  });

  it.each([
    ['another row', 'vaults', '2'],
    ['another table', 'safes', '1'],
  ])('does not decrypt the ciphertext of %s', (_what, table, row) => {
    const ciphertext = encryptionWith(OLD).encrypt(table, row, SECRET);
    expect(() => encryptionWith(OLD).decrypt('vaults', '1', ciphertext)).toThrow(UnreadableCiphertext);
  });

  it('does not decrypt a ciphertext with any changed or missing byte', () => {
    const encryption = encryptionWith(OLD);
    const ciphertext = encryption.encrypt('vaults', '1', SECRET);
    for (let index = 0; index < ciphertext.length; index++) {
      const changed = Buffer.from(ciphertext);
      changed[index]! ^= 1;
      expect(() => encryption.decrypt('vaults', '1', changed)).toThrow(UnreadableCiphertext);
      expect(() => encryption.decrypt('vaults', '1', ciphertext.subarray(0, index))).toThrow(UnreadableCiphertext);
    }
  });

  it('names the missing key', () => {
    const ciphertext = encryptionWith(OLD).encrypt('vaults', '1', SECRET);
    expect(() => encryptionWith(NEW).decrypt('vaults', '1', ciphertext)).toThrow('ENCRYPTION_KEYS lacks the key');
  });

  it('answers 403 `feature_not_configured` without a key', () => {
    const refusal = { status: 403, details: { reason: 'feature_not_configured', variable: 'ENCRYPTION_KEYS' } };
    const thrown = (work: () => unknown): unknown => {
      try {
        return work();
      } catch (error) {
        return error;
      }
    };
    const without = encryptionWith();
    expect(without.isConfigured).toBe(false);
    expect(thrown(() => without.encrypt('vaults', '1', SECRET))).toMatchObject(refusal);
    expect(thrown(() => without.decrypt('vaults', '1', Buffer.alloc(64)))).toMatchObject(refusal);
  });
});

describe('encryption keys', () => {
  let testDatabase: TestDatabase;
  let source: DataSource;
  let database: Database;
  let client: pg.Client;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    source = await new DataSource(databaseOptions(testDatabase.url)).initialize();
    database = new Database(source, { DATABASE_PREPARED_STATEMENTS: true }, noReplicas(source));
    client = new pg.Client({ connectionString: testDatabase.url });
    await client.connect();
    await database.execute('CREATE TABLE vaults (id uuid PRIMARY KEY, content_encrypted bytea)');
  });
  afterAll(async () => {
    await client.end();
    await source.destroy();
    await testDatabase.drop();
  });
  beforeEach(() => database.execute(`DELETE FROM secrets WHERE name LIKE 'encryption-check:%'`));

  const reencryption = (...keys: Buffer[]) =>
    new ReencryptionService(database, new ReencryptionQueries(database), encryptionWith(...keys));
  const store = async (encryption: EncryptionService, rows: number): Promise<void> => {
    for (let row = 0; row < rows; row++) {
      const id = randomUUID();
      const ciphertext = encryption.encrypt('vaults', id, `content of ${id}`);
      await database.execute('INSERT INTO vaults VALUES ($1, $2)', [id, ciphertext]);
    }
  };

  it('are accepted again after they were first used', async () => {
    await demandKeys(client, [OLD]);
    await expect(demandKeys(client, [OLD])).resolves.toBeUndefined();
    await expect(demandKeys(client, [OTHER, OLD])).resolves.toBeUndefined();
  });

  it('are refused if they do not open the stored check value', async () => {
    await demandKeys(client, [OLD]);
    await expect(demandKeys(client, [OTHER])).rejects.toBeInstanceOf(EncryptionKeysRefused);
  });

  it('are refused without any key that may still have encrypted a row', async () => {
    await demandKeys(client, [OLD]);
    await demandKeys(client, [NEW, OLD]);
    await expect(demandKeys(client, [NEW])).rejects.toBeInstanceOf(EncryptionKeysRefused);
    await expect(demandKeys(client, [OLD])).rejects.toBeInstanceOf(EncryptionKeysRefused);
  });

  it('may be removed after everything is encrypted with the first key', async () => {
    await demandKeys(client, [OLD]);
    await demandKeys(client, [NEW, OLD]);
    await store(encryptionWith(OLD), 205);
    await store(encryptionWith(NEW), 3);
    expect(await reencryption(NEW, OLD).run()).toMatchObject({ vaults: 205 });
    expect(await reencryption(NEW, OLD).run()).toMatchObject({ vaults: 0 });
    await expect(demandKeys(client, [NEW])).resolves.toBeUndefined();
    const rows = await database.query<{ id: string; content_encrypted: Buffer }>('SELECT * FROM vaults');
    const opened = rows.map(({ id, content_encrypted: content }) => encryptionWith(NEW).decrypt('vaults', id, content));
    expect(opened).toEqual(rows.map(({ id }) => `content of ${id}`));
  });

  it('stay in the check if a row cannot be opened', async () => {
    await demandKeys(client, [OLD]);
    await store(encryptionWith(OTHER), 1);
    await expect(reencryption(NEW, OLD).run()).rejects.toBeInstanceOf(UnreadableCiphertext);
    await expect(demandKeys(client, [NEW])).rejects.toBeInstanceOf(EncryptionKeysRefused);
  });
});
