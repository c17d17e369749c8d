import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { EncryptionService } from '#platform/encryption/encryption.service.js';
import { SourceFailed } from './source.failures.js';
import { SourcesQueries } from './sources.queries.js';

const TABLE = 'source_credentials';

/** The secrets with which services are asked, encrypted at rest. */
@Injectable()
export class SourceCredentials {
  constructor(
    private readonly queries: SourcesQueries,
    private readonly encryption: EncryptionService,
  ) {}

  /** The secret of a source, or null if it has none. @throws SourceFailed if it cannot be read */
  async of({ credential_id: id }: { credential_id: string | null }): Promise<{ id: string; secret: string } | null> {
    if (id === null) return null;
    const encrypted = await this.queries.findSecret(id);
    if (!encrypted) throw new SourceFailed('credential', 'The credential of the source is missing');
    try {
      return { id, secret: this.encryption.decrypt(TABLE, id, encrypted) };
    } catch {
      throw new SourceFailed('credential', 'The credential of the source cannot be decrypted with ENCRYPTION_KEYS');
    }
  }

  /** Keeps a secret. @returns the id of its credential. @throws 403 without an encryption key */
  async keep(connector: string, secret: string): Promise<string> {
    const id = uuidv7();
    await this.queries.insertCredential(id, connector, this.encryption.encrypt(TABLE, id, secret));
    return id;
  }

  /** Deletes the secret of a source that is removed or has another one. */
  forget(id: string): Promise<void> {
    return this.queries.deleteCredential(id);
  }
}
