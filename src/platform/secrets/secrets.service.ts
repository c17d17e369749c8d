import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** Secrets that no operator should have to invent: made once, kept in the database, the same on every process. */
@Injectable()
export class SecretsService {
  constructor(private readonly database: Database) {}

  /** The secret called `name`; `make` is asked for it the first time, and the first process to write wins. */
  async get(name: string, make: () => string | Promise<string>): Promise<string> {
    const known = await this.database.maybeOne<{ value: string }>('SELECT value FROM secrets WHERE name = $1', [name]);
    if (known) return known.value;
    await this.database.query('INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      name,
      await make(),
    ]);
    return (await this.database.one<{ value: string }>('SELECT value FROM secrets WHERE name = $1', [name])).value;
  }
}
