import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { NewsStatus } from './destination.types.js';
import type { HandOver } from './hand-over.entity.js';

export type HandOverRow = RowOf<HandOver>;

/** A hand-over with its destination and the state of its delivery. */
export interface ListedHandOver extends HandOverRow {
  destination_name: string;
  account_url: string | null;
  status: NewsStatus;
  detail: string | null;
}

/** What a step of a hand-over has found out. */
export type HandOverStep = Partial<
  Pick<HandOverRow, 'deal_id' | 'contact_id' | 'company_id' | 'company_domain' | 'note_id' | 'stage'>
>;

const READ_EVERY_HOURS = 24;
const MAX_DEALS = 20;

/** SQL of hand-overs. */
@Injectable()
export class HandOversQueries {
  constructor(private readonly database: Database) {}

  /** The hand-over of an opportunity to a destination, which is made if there is none. */
  async findOrInsert(teamId: string, destinationId: string, opportunityId: string): Promise<HandOverRow> {
    await this.database.execute(
      `INSERT INTO hand_overs (id, team_id, destination_id, opportunity_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT (destination_id, opportunity_id) DO NOTHING`,
      [uuidv7(), teamId, destinationId, opportunityId],
    );
    return this.database.one<HandOverRow>(
      'SELECT * FROM hand_overs WHERE destination_id = $1 AND opportunity_id = $2',
      [destinationId, opportunityId],
    );
  }

  /** Stores what a step has found out, unless another worker has claimed the delivery. @returns null if it has */
  note(id: string, delivery: { id: string; claims: number }, step: HandOverStep): Promise<HandOverRow | null> {
    const { deal_id, contact_id, company_id, company_domain, note_id, stage } = step;
    return this.database.maybeOne<HandOverRow>(
      `UPDATE hand_overs SET deal_id = coalesce($4, deal_id), contact_id = coalesce($5, contact_id),
         company_id = coalesce($6, company_id), company_domain = coalesce($7, company_domain), note_id = coalesce($8, note_id),
         stage = coalesce($9, stage)
       WHERE id = $1 AND EXISTS (
         SELECT FROM destination_deliveries WHERE id = $2 AND claims = $3 AND status = 'pending' FOR SHARE)
       RETURNING *`,
      [
        ...[id, delivery.id, delivery.claims, deal_id ?? null, contact_id ?? null, company_id ?? null],
        ...[company_domain ?? null, note_id ?? null, stage ?? null],
      ],
    );
  }

  /** @returns whether it was not completed before */
  async complete(id: string): Promise<boolean> {
    const completed = await this.database.execute(
      'UPDATE hand_overs SET completed_at = now(), stage_read_at = now() WHERE id = $1 AND completed_at IS NULL',
      [id],
    );
    return completed === 1;
  }

  /** The company that another hand-over to the destination has found for a domain. */
  async findCompany(destinationId: string, domain: string): Promise<string | null> {
    const row = await this.database.maybeOne<Pick<HandOverRow, 'company_id'>>(
      `SELECT company_id FROM hand_overs WHERE destination_id = $1 AND company_domain = $2 AND company_id IS NOT NULL
       ORDER BY created_at LIMIT 1`,
      [destinationId, domain],
    );
    return row?.company_id ?? null;
  }

  /** The deals of hand-overs with a domain whose company is not known, though it may have been made. */
  async dealsWithoutCompany(destinationId: string, domain: string): Promise<string[]> {
    const rows = await this.database.query<{ deal_id: string }>(
      `SELECT deal_id FROM hand_overs WHERE destination_id = $1 AND company_domain = $2 AND company_id IS NULL AND deal_id IS NOT NULL
       ORDER BY created_at LIMIT ${MAX_DEALS}`,
      [destinationId, domain],
    );
    return rows.map(({ deal_id }) => deal_id);
  }

  /** The hand-overs of an opportunity, the newest first. Their deliveries are purged when they are old. */
  list(teamId: string, opportunityId: string): Promise<ListedHandOver[]> {
    return this.database.query<ListedHandOver>(
      `SELECT hand_over.*, destination.name AS destination_name, destination.account_url, delivery.detail,
              coalesce(delivery.status, CASE WHEN hand_over.completed_at IS NULL THEN 'failed' ELSE 'succeeded' END) AS status
       FROM hand_overs hand_over
       JOIN destinations destination ON destination.id = hand_over.destination_id AND destination.deleted_at IS NULL
       LEFT JOIN destination_deliveries delivery ON delivery.destination_id = hand_over.destination_id
         AND delivery.news = 'hand_over' AND delivery.subject = hand_over.opportunity_id::text
       WHERE hand_over.team_id = $1 AND hand_over.opportunity_id = $2 ORDER BY hand_over.id DESC`,
      [teamId, opportunityId],
    );
  }

  /** Destinations with deals whose stage was not read for a day, at most `limit`. */
  destinationsToRead(limit: number): Promise<{ team_id: string; id: string }[]> {
    return this.database.query<{ team_id: string; id: string }>(
      `SELECT destination.team_id, destination.id FROM destinations destination
       JOIN teams team ON team.id = destination.team_id AND team.deleted_at IS NULL
       WHERE destination.kind = 'hubspot' AND destination.status = 'enabled' AND destination.deleted_at IS NULL AND EXISTS (
         SELECT FROM hand_overs WHERE destination_id = destination.id AND completed_at IS NOT NULL
           AND stage_read_at < now() - make_interval(hours => ${READ_EVERY_HOURS}))
       ORDER BY destination.id LIMIT $1`,
      [limit],
    );
  }

  /** Hand-overs of a destination whose stage was not read for a day, those that wait longest first. */
  toRead(destinationId: string, limit: number): Promise<HandOverRow[]> {
    return this.database.query<HandOverRow>(
      `SELECT * FROM hand_overs WHERE destination_id = $1 AND completed_at IS NOT NULL
         AND stage_read_at < now() - make_interval(hours => ${READ_EVERY_HOURS}) ORDER BY stage_read_at, id LIMIT $2`,
      [destinationId, limit],
    );
  }

  /** Stores the stage that was read; null for a deal that is gone. */
  async noteStage(id: string, stage: string | null): Promise<void> {
    await this.database.execute(
      'UPDATE hand_overs SET stage = coalesce($2, stage), stage_read_at = now() WHERE id = $1',
      [id, stage],
    );
  }
}
