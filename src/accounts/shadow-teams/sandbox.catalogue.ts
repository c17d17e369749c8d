import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { SandboxQueries, type TableRows } from './sandbox.queries.js';

/** One row of the catalogue in each line, as `[table, row]`. */
const FILE = join(import.meta.dirname, 'sandbox.jsonl');

/**
 * The catalogue of test mode, in separate tables (decision 0019). It is built with the first shadow team, and again
 * when a release has changed the catalogue or its tables: by `qualm migrate`, or when a process starts. The work of
 * shadow teams is then lost.
 */
@Injectable()
export class SandboxCatalogue implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly queries: SandboxQueries,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (await this.queries.hasShadowTeams()) await this.ensure();
  }

  /** Builds the sandbox unless one of this release exists. */
  async ensure(): Promise<void> {
    const text = await readFile(FILE, 'utf8');
    const version = createHash('sha256').update(text).digest('hex');
    if ((await this.queries.version()) === version) return;
    await this.database.transaction(async () => {
      await this.queries.lock();
      if ((await this.queries.version()) === version) return;
      await this.queries.build(version);
      for (const rows of tablesIn(text)) await this.queries.insert(rows);
      await this.queries.open(null);
    });
  }

  /** Shows the catalogue to a new shadow team, in the open transaction. */
  open(teamId: string): Promise<void> {
    return this.queries.open(teamId);
  }

  /** Deletes a shadow team's work on the catalogue, in the open transaction. */
  async reset(teamId: string): Promise<void> {
    for (const table of await this.queries.teamTables()) await this.queries.clear(table, teamId);
    await this.queries.forgetAnswers(teamId);
    await this.queries.open(teamId);
  }
}

function tablesIn(text: string): TableRows[] {
  const tables = new Map<string, object[]>();
  for (const line of text.split('\n').filter(Boolean)) {
    const [table, row] = JSON.parse(line) as [string, object];
    const rows = tables.get(table);
    if (rows) rows.push(row);
    else tables.set(table, [row]);
  }
  return [...tables].map(([table, rows]) => ({ table, rows }));
}
