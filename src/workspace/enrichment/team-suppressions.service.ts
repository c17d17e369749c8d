import { Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { limitReached } from '#accounts/teams/teams.failures.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { invalidField } from '#platform/errors/application-error.js';
import { StoredResponses } from '#platform/http/idempotency/stored-responses.js';
import { type CursorPage, Cursors } from '#platform/operations/cursors.js';
import type { CursorQuery } from '#platform/operations/pagination.dto.js';
import { addressOf, domainKeyOf, kindOf, typedKeyOf } from '#market/writers/person.keys.js';
import { listSuppressions, type TeamSuppressionView } from './team-suppressions.operations.js';
import { type TeamSuppressionRow, TeamSuppressionsQueries } from './team-suppressions.queries.js';

const MAX_LIST_ITEMS = 10_000;

/** The people and domains that a team does not want to contact. */
@Injectable()
export class TeamSuppressionsService {
  constructor(
    private readonly database: Database,
    private readonly queries: TeamSuppressionsQueries,
    private readonly cursors: Cursors,
    private readonly responses: StoredResponses,
    private readonly facts: Facts,
  ) {}

  /** A page of the team's list, the newest entry first. @throws 400 `cursor_…` */
  async list({ team }: TeamCaller, query: CursorQuery): Promise<CursorPage<TeamSuppressionView>> {
    const scope = { list: listSuppressions.id, teamId: team.id, filters: {} };
    const position = await this.cursors.read(query, scope);
    const after = position && String(position[0]);
    const rows = await this.queries.list(team.id, { after, limit: query.page_size + 1 });
    return this.cursors.pageOf(rows.map(viewOf), query, { ...scope, positionOf: ({ id }) => [id] });
  }

  /**
   * Adds an email address, a domain or the URL of a profile. A value that is already on the list stays unchanged. Kept answers no longer
   * have what the team has unlocked of the person.
   * @throws 400 for any other text; 403 `limit_reached`
   */
  async add({ team }: TeamCaller, value: string): Promise<TeamSuppressionView> {
    const key = keyOf(value);
    return this.database.transaction(async () => {
      await this.queries.lock(team.id);
      const known = await this.queries.find(team.id, key);
      if (known) return viewOf(known);
      const current = await this.queries.count(team.id);
      if (current >= MAX_LIST_ITEMS) {
        throw limitReached({ limit_name: 'suppressions', limit: MAX_LIST_ITEMS, current, upgrade_required: false });
      }
      const row = await this.queries.insert(team.id, key);
      const values = await this.queries.findUnlocked(team.id, key);
      if (values.length > 0) await this.responses.forgetOf(team.id, values);
      // The log has the id of the entry, and never the address.
      const changes = { kind: [null, kindOf(key)] } as const;
      await this.facts.record('suppression.added', { teamId: team.id, id: row.id }, { changes });
      return viewOf(row);
    });
  }

  /** Removes an entry. `removed` is false for an entry that the team does not have. */
  async remove({ team }: TeamCaller, id: string): Promise<{ removed: boolean }> {
    return this.database.transaction(async () => {
      const removed = await this.queries.delete(team.id, id);
      if (removed) await this.facts.record('suppression.removed', { teamId: team.id, id });
      return { removed };
    });
  }

  /** Empties the list of a team, in the open transaction. */
  clear(teamId: string): Promise<void> {
    return this.queries.deleteOf(teamId);
  }
}

const viewOf = ({ id, key, created_at }: TeamSuppressionRow): TeamSuppressionView => ({
  id,
  kind: kindOf(key) as TeamSuppressionView['kind'],
  value: addressOf(key),
  created_at: created_at.toISOString(),
});

/** @throws 400 */
function keyOf(value: string): string {
  const key = typedKeyOf(value) ?? domainKeyOf(value);
  // A single label is neither a profile nor a domain.
  if (key && !/^profile:[^./]*\//.test(key)) return key;
  throw invalidField('value', 'value must be an email address, a domain, or the URL of a profile page');
}
