import { Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { namedSource, type NamedSource } from '#market/sources/source.views.js';
import { SourcesService } from '#market/sources/sources.service.js';
import { Database } from '#platform/database/database.js';
import { changeOf, type SourceChange } from './tracking.events.js';
import { TrackingQueries } from './tracking.queries.js';

/** Pauses, resumes and removes sources, for operators. The teams that have one see it in their audit logs and events. */
@Injectable()
export class SourceChanges {
  constructor(
    private readonly database: Database,
    private readonly queries: TrackingQueries,
    private readonly sources: SourcesService,
    private readonly facts: Facts,
  ) {}

  /** Stops a source until it is resumed. A worker that reads it stores nothing more. @throws 404 */
  pause(id: string): Promise<void> {
    return this.database.transaction(async () => {
      const source = await this.sources.demand(id);
      if (await this.sources.pause(id)) await this.record(source, 'paused');
    });
  }

  /** Has a paused or broken source fetched again, now, and a recording for the first time. @throws 404, 403 `operator_contact_missing` */
  resume(id: string): Promise<void> {
    return this.database.transaction(async () => {
      const source = await this.sources.demand(id);
      if (await this.sources.resume(id)) await this.record(source, 'resumed');
    });
  }

  /**
   * Removes a source, and with `erases` the texts that no other source has, also those that an earlier removal has left.
   * @returns the number of texts that are being erased. @throws 404
   */
  async remove(id: string, { erases = false } = {}): Promise<number> {
    if (!(erases && (await this.sources.hasLeftTexts(id)))) {
      await this.database.transaction(async () => {
        const source = await this.sources.demand(id);
        if (await this.sources.remove(id)) await this.record(source, 'removed');
      });
    }
    return erases ? this.sources.eraseTexts(id) : 0;
  }

  /** Records a change for each team that has the source, and for operators alone if none has. */
  private async record(source: NamedSource, change: SourceChange): Promise<void> {
    const { id } = source;
    const teams = await this.queries.teamsOf(id);
    if (teams.length === 0) await this.facts.record(`source.${change}`, { teamId: null, id, name: source.label });
    for (const { team_id: teamId, settings } of teams) {
      const named = namedSource(source, settings);
      const { fact, event } = changeOf(named, change);
      await this.facts.record(fact, { teamId, id, name: named.label }, { event });
    }
  }
}
