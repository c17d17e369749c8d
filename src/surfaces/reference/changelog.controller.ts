import { Controller, Get } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import { type CursorPage, Cursors } from '#platform/operations/cursors.js';
import type { CallOf } from '#platform/operations/operation.js';
import { CHANGES } from './changelog.entries.js';
import { type ChangelogEntry, listChanges } from './changelog.operations.js';

@Controller('api/v1/changelog')
export class ChangelogController {
  constructor(private readonly cursors: Cursors) {}

  @Get()
  @Serves(listChanges)
  async list(@Call() { input: { query } }: CallOf<typeof listChanges>): Promise<CursorPage<ChangelogEntry>> {
    // Every caller reads the same list.
    const scope = { list: listChanges.id, teamId: '', filters: query };
    const position = await this.cursors.read(query, scope);
    const begin = position ? CHANGES.findIndex(({ id }) => id === position[0]) + 1 : 0;
    const rows = CHANGES.slice(begin, begin + query.page_size + 1);
    const entries = rows.map((change) => ({ ...change, operations: [...change.operations] }));
    return this.cursors.pageOf(entries, query, { ...scope, positionOf: ({ id }) => [id] });
  }
}
