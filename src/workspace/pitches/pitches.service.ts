import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { notFound } from '#platform/errors/application-error.js';
import { type Listing, listingOf } from '#platform/operations/listing.js';
import { type Page, pageOf, window } from '#platform/operations/operation.result.js';
import { appUrlOf } from './pitch.types.js';
import type { PitchesQuery, SavedPitch } from './pitches.operations.js';
import { PitchesQueries, type PitchSelection, type StoredPitch } from './pitches.queries.js';

/** Reads the pitches of a team. */
@Injectable()
export class PitchesService {
  constructor(
    private readonly queries: PitchesQueries,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** The pitches of the team, newest first. */
  async list(caller: TeamCaller, query: PitchesQuery): Promise<Page<SavedPitch>> {
    const { limit, offset } = window(query);
    const rows = await this.queries.list(caller.team.id, query.opportunity_id ?? null, limit, offset);
    return pageOf(
      rows.map((row) => this.saved(row)),
      query,
    );
  }

  /** The first `limit` pitches that a selection has, the oldest first. */
  pitchesOf(teamId: string, selection: PitchSelection, limit: number): Listing {
    const statement = this.queries.allStatement(teamId, selection, limit);
    return listingOf(statement, (rows: StoredPitch[]) => rows.map((row) => this.saved(row)));
  }

  /** @throws 404, also for another team's pitch. */
  async get(caller: TeamCaller, id: string): Promise<SavedPitch> {
    const row = await this.queries.find(caller.team.id, id);
    if (!row) throw notFound();
    return this.saved(row);
  }

  /** The latest pitch of a team for an opportunity. */
  async latestOf(teamId: string, opportunityId: string): Promise<SavedPitch | undefined> {
    const [row] = await this.queries.list(teamId, opportunityId, 1, 0);
    return row && this.saved(row);
  }

  /** Whether the next draft for an opportunity is a free redraft. */
  async canRedraft(caller: TeamCaller, opportunityId: string): Promise<boolean> {
    return (await this.queries.findRedraftable(caller.team.id, opportunityId)) !== null;
  }

  private saved(row: StoredPitch): SavedPitch {
    return { ...row, app_url: appUrlOf(this.env, row.id), created_at: row.created_at.toISOString() };
  }
}
