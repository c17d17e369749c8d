import { Injectable } from '@nestjs/common';
import { paidPlanOf } from '#accounts/teams/plans.js';
import { Database } from '#platform/database/database.js';
import type { DigestWeek } from './digest.week.js';

/** A followed product in a week, with its last report before the end of the week, and the last one before its beginning. */
export interface FollowedInWeek {
  id: string;
  name: string;
  report_id: string | null;
  earlier_id: string | null;
  people: number;
}

/** A person whose digest is due. */
export interface WeeklyReader {
  team_id: string;
  user_id: string;
}

const MAX_PRODUCTS = 50;
const KEEP_DAYS = 90;

const lastReportBefore = (time: string): string =>
  `SELECT report.id FROM reports report WHERE report.product_id = product.id AND report.generated_at < ${time}
   ORDER BY report.generated_at DESC, report.id DESC LIMIT 1`;

/** SQL of weekly digests. */
@Injectable()
export class WeeklyDigestsQueries {
  constructor(private readonly database: Database) {}

  /** The followed products of a team, those with most new people first. */
  findFollowed(teamId: string, { from, to }: DigestWeek): Promise<FollowedInWeek[]> {
    return this.database.query<FollowedInWeek>(
      `SELECT product.id, product.name,
              (${lastReportBefore('$3')}) AS report_id, (${lastReportBefore('$2')}) AS earlier_id,
              (SELECT count(*)::integer FROM opportunities opportunity
               WHERE opportunity.product_id = product.id AND opportunity.reach IN ('named', 'profile')
                 AND opportunity.created_at >= $2 AND opportunity.created_at < $3) AS people
       FROM follows follow JOIN products product ON product.id = follow.product_id
       WHERE follow.team_id = $1 ORDER BY people DESC, product.name, product.id LIMIT ${MAX_PRODUCTS}`,
      [teamId, from, to],
    );
  }

  /** People of paying teams with followed products who were not told of a week, and were members when it was due. */
  findDue({ name, dueAt }: DigestWeek, limit: number): Promise<WeeklyReader[]> {
    return this.database.query<WeeklyReader>(
      `SELECT member.team_id, member.user_id FROM memberships member
       JOIN teams team ON team.id = member.team_id AND team.deleted_at IS NULL AND team.suspended_at IS NULL AND team.live_team_id IS NULL
         AND ${paidPlanOf('team')}
       WHERE member.created_at < $2 AND EXISTS (SELECT FROM follows WHERE team_id = member.team_id)
         AND NOT EXISTS (SELECT FROM weekly_digest_stops WHERE team_id = member.team_id AND user_id = member.user_id)
         AND NOT EXISTS (SELECT FROM weekly_digests WHERE team_id = member.team_id AND user_id = member.user_id AND week = $1)
       ORDER BY member.team_id, member.user_id LIMIT $3`,
      [name, dueAt, limit],
    );
  }

  /** Records that a person was told of a week. @returns false if another process has */
  async insert({ team_id, user_id }: WeeklyReader, week: string, products: number): Promise<boolean> {
    const inserted = await this.database.execute(
      'INSERT INTO weekly_digests (team_id, user_id, week, products) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [team_id, user_id, week, products],
    );
    return inserted === 1;
  }

  async isStopped(teamId: string, userId: string): Promise<boolean> {
    const { found } = await this.database.one<{ found: boolean }>(
      'SELECT EXISTS (SELECT FROM weekly_digest_stops WHERE team_id = $1 AND user_id = $2) AS found',
      [teamId, userId],
    );
    return found;
  }

  /** Stops the digests of a member. A person who is not in the team gets none anyway. */
  async stop(teamId: string, userId: string): Promise<void> {
    await this.database.execute(
      `INSERT INTO weekly_digest_stops (team_id, user_id) SELECT team_id, user_id FROM memberships
       WHERE team_id = $1 AND user_id = $2 ON CONFLICT DO NOTHING`,
      [teamId, userId],
    );
  }

  async start(teamId: string, userId: string): Promise<void> {
    await this.database.execute('DELETE FROM weekly_digest_stops WHERE team_id = $1 AND user_id = $2', [
      teamId,
      userId,
    ]);
  }

  /** @returns the number of records */
  purge(): Promise<number> {
    return this.database.execute(
      `DELETE FROM weekly_digests WHERE created_at < now() - make_interval(days => ${KEEP_DAYS})`,
    );
  }
}
