import { Injectable } from '@nestjs/common';
import { isTestTeam } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';

/** An event to be stored. */
export interface NewTeamEvent {
  id: string;
  team_id: string;
  type: string;
  livemode: boolean;
  head: string;
  tail: string;
}

/** A numbered event. `body` is the JSON text that feed and webhooks send. */
export interface NumberedEvent {
  id: string;
  type: string;
  sequence: number;
  body: string;
}

/** The range of kept events: the oldest one, and the last one that was ever numbered. */
export interface FeedBounds {
  oldest: number | null;
  last: number;
}

const NUMBERED = `id, type, sequence::float8 AS sequence, head || sequence || tail AS body`;

/** SQL of the events of teams. */
@Injectable()
export class TeamEventsQueries {
  constructor(private readonly database: Database) {}

  /** Events whose id is known are left out. */
  async insert(events: readonly NewTeamEvent[]): Promise<void> {
    await this.database.prepared.execute(
      `INSERT INTO team_events (id, team_id, type, livemode, head, tail)
       SELECT id, team_id, type, livemode, head, tail
       FROM jsonb_to_recordset($1) AS event (id uuid, team_id uuid, type text, livemode boolean, head text, tail text)
       ON CONFLICT (id) DO NOTHING`,
      [JSON.stringify(events)],
    );
  }

  /** The newest events of a team of one type whose text contains another text, newest first. */
  async findContaining(teamId: string, type: string, text: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ body: string }>(
      `SELECT head || coalesce(sequence, 0) || tail AS body FROM team_events
       WHERE team_id = $1 AND type = $2 AND strpos(head || tail, $3) > 0 ORDER BY created_at DESC, id DESC LIMIT $4`,
      [teamId, type, text, limit],
    );
    return rows.map(({ body }) => body);
  }

  /** Creates the missing counters of teams with events that have no sequence. @returns these teams. */
  async findUnnumbered(limit: number): Promise<string[]> {
    const rows = await this.database.query<{ team_id: string }>(
      `WITH waiting AS (
         SELECT DISTINCT team_id, livemode
         FROM (SELECT team_id, livemode FROM team_events WHERE sequence IS NULL ORDER BY created_at, id LIMIT $1) AS oldest),
       created AS (
         INSERT INTO team_event_counters (team_id, livemode) SELECT team_id, livemode FROM waiting
         ON CONFLICT (team_id, livemode) DO NOTHING)
       SELECT DISTINCT team_id FROM waiting`,
      [limit],
    );
    return rows.map(({ team_id }) => team_id);
  }

  /** Blocks other workers that number events of these teams. */
  async lockCounters(teamIds: readonly string[]): Promise<void> {
    await this.database.execute(
      `SELECT 1 FROM team_event_counters WHERE team_id = ANY($1) ORDER BY team_id, livemode FOR UPDATE`,
      [teamIds],
    );
  }

  /**
   * Assigns the sequence of the oldest events of these teams, in a separate statement after `lockCounters`, so that it
   * sees the commits that the lock waited for. The last sequence comes from a subquery: a planner that overestimates a
   * join with the counters reads all events. @returns the ids of the events.
   */
  async number(teamIds: readonly string[], limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `WITH waiting AS (
         SELECT id, team_id, livemode, created_at FROM team_events
         WHERE sequence IS NULL AND team_id = ANY($1) ORDER BY created_at, id LIMIT $2),
       given AS (
         SELECT id, (SELECT last_sequence FROM team_event_counters counter
                     WHERE counter.team_id = waiting.team_id AND counter.livemode = waiting.livemode)
           + row_number() OVER (PARTITION BY team_id, livemode ORDER BY created_at, id) AS sequence
         FROM waiting),
       numbered AS (
         UPDATE team_events event SET sequence = given.sequence FROM given WHERE event.id = given.id
         RETURNING event.id, event.team_id, event.livemode, event.sequence),
       counted AS (
         UPDATE team_event_counters counter SET last_sequence = highest.sequence
         FROM (SELECT team_id, livemode, max(sequence) AS sequence FROM numbered GROUP BY team_id, livemode) AS highest
         WHERE counter.team_id = highest.team_id AND counter.livemode = highest.livemode)
       SELECT id FROM numbered`,
      [teamIds, limit],
    );
    return rows.map(({ id }) => id);
  }

  bounds(teamId: string): Promise<FeedBounds> {
    return this.database.one<FeedBounds>(
      `SELECT (SELECT min(sequence) FROM team_events WHERE team_id = $1 AND livemode = $2)::float8 AS oldest,
              coalesce((SELECT last_sequence FROM team_event_counters WHERE team_id = $1 AND livemode = $2), 0)::float8 AS last`,
      [teamId, !isTestTeam(teamId)],
    );
  }

  /** Numbered events after one sequence, up to another, of these types or all. */
  findAfter(
    teamId: string,
    range: { after: number; upTo: number },
    types: readonly string[] | null,
    limit: number,
  ): Promise<NumberedEvent[]> {
    return this.database.query<NumberedEvent>(
      `SELECT ${NUMBERED} FROM team_events
       WHERE team_id = $1 AND livemode = $6 AND sequence > $2 AND sequence <= $3 AND ($4::text[] IS NULL OR type = ANY($4))
       ORDER BY sequence LIMIT $5`,
      [teamId, range.after, range.upTo, types, limit, !isTestTeam(teamId)],
    );
  }

  /** The newest numbered events of a team, newest first. */
  async findNewest(teamId: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<NumberedEvent>(
      `SELECT ${NUMBERED} FROM team_events WHERE team_id = $1 AND livemode = $2 AND sequence IS NOT NULL
       ORDER BY team_events.sequence DESC LIMIT $3`,
      [teamId, !isTestTeam(teamId), limit],
    );
    return rows.map(({ body }) => body);
  }

  /** One numbered event of a team, or null. */
  find(teamId: string, id: string): Promise<NumberedEvent | null> {
    return this.database.maybeOne<NumberedEvent>(
      `SELECT ${NUMBERED} FROM team_events WHERE team_id = $1 AND id = $2 AND sequence IS NOT NULL`,
      [teamId, id],
    );
  }

  /** Deletes numbered events of teams older than the given number of days. @returns the number of events. */
  purge(teamIds: readonly string[], days: number): Promise<number> {
    return this.database.deleteInBatches(
      'team_events',
      'team_id = ANY($1) AND sequence IS NOT NULL AND created_at < now() - make_interval(days => $2)',
      [teamIds, days],
    );
  }
}
