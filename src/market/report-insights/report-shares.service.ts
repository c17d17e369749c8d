import { Inject, Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { invalidField, notFound } from '#platform/errors/application-error.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { hashOfSecret, newSecret } from '#platform/secrets/random.secret.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import type { Report } from '#market/report-reading/report.content.js';
import { ReportHistoryService } from './report-history.service.js';
import { type ListedShare, ReportSharesQueries } from './report-shares.queries.js';

export type { ListedShare };

/** The possible lifetimes of a link, in days. */
export const SHARE_DAYS = [7, 30, 90] as const;

/** The maximum number of valid links of a team. */
const MAX_LINKS = 100;

/** A report as a link shows it. */
export interface SharedReport {
  report: Report;
  expiresAt: Date;
}

/** Links with which anyone may read one finished report, until they expire or the team ends them. */
@Injectable()
export class ReportSharesService {
  constructor(
    private readonly database: Database,
    private readonly queries: ReportSharesQueries,
    private readonly painPoints: PainPointsService,
    private readonly history: ReportHistoryService,
    private readonly teams: TeamsService,
    private readonly facts: Facts,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Makes a link to the last report of a product. The link keeps showing this report when there is a newer one.
   * @returns the link, which is stored as a hash only
   * @throws 404 for a product without a report; 400 about `days`
   */
  async create(caller: TeamCaller, productId: string, days: number, personId: string): Promise<string> {
    if (!SHARE_DAYS.some((each) => each === days)) throw invalidField('days', 'Choose how long the link works');
    const secret = newSecret(24);
    const product = await this.painPoints.productOf(productId);
    const share = { tokenHash: hashOfSecret(secret), productId, teamId: caller.team.id, createdBy: personId, days };
    await this.database.transaction(async () => {
      await this.teams.lock(caller.team.id);
      if ((await this.queries.countLive(caller.team.id)) >= MAX_LINKS) {
        throw invalidField('days', `A team may have ${MAX_LINKS} links at a time. End one first`);
      }
      const id = await this.queries.insert(share);
      if (!id) throw notFound();
      const subject = { teamId: caller.team.id, id, name: product.name };
      await this.facts.record('report.shared', subject, { changes: { days: [null, days] } });
    });
    return `${this.env.PUBLIC_URL}/shared/${secret}`;
  }

  /** The valid links to reports of a product, the newest first. */
  list(caller: TeamCaller, productId: string): Promise<ListedShare[]> {
    return this.queries.findByProduct(caller.team.id, productId);
  }

  /** Ends a link at once. @returns the id of the product. @throws 404 */
  async end(caller: TeamCaller, id: string): Promise<string> {
    return this.database.transaction(async () => {
      const ended = await this.queries.delete(id, caller.team.id);
      if (!ended) throw notFound('There is no such link: it has expired or was ended');
      await this.facts.record('report.unshared', { teamId: caller.team.id, id, name: ended.product_name });
      return ended.product_id;
    });
  }

  /** The report of a link. @throws 404 after the link or the paid plan of its team has ended, and while the team is suspended */
  async open(secret: string): Promise<SharedReport> {
    const share = await this.queries.findLive(hashOfSecret(secret));
    const isServed = share !== null && (await this.teams.servedAmong([share.team_id])).length > 0;
    if (!isServed) throw notFound('This link has expired or was ended');
    const { value } = await this.history.get(share.team_id, share.product_id, share.report_id);
    return { report: value, expiresAt: share.expires_at };
  }

  /** Deletes expired links. @returns the number of links */
  @OnDue({ name: 'purge-report-shares', everySeconds: 86_400 })
  purge(): Promise<number> {
    return this.queries.deleteExpired();
  }
}
