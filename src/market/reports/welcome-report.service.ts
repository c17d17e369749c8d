import { Inject, Injectable } from '@nestjs/common';
import { CreditPools } from '#accounts/credits/credit-pools.service.js';
import { insufficientCredits } from '#accounts/credits/credits.failures.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { StatementsService } from '#accounts/credits/statements.service.js';
import { PaidCalls } from '#accounts/runs/paid-calls.service.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { ENV, type Env } from '#config/env.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import type { MemberRole, TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { GenerateReport } from './generate-report.action.js';
import { ReportFreshness } from './report-freshness.service.js';
import { generateReport } from './reports.operations.js';

const { id: action, price } = generateReport;
/** The purchase of a report that exists is settled in the transaction that opens it. */
const DEADLINE_SECONDS = 60;

/** The report that a new team on the free plan reads in full, paid with its welcome credits. */
@Injectable()
export class WelcomeReport {
  constructor(
    private readonly database: Database,
    private readonly credits: CreditsService,
    private readonly pools: CreditPools,
    private readonly calls: PaidCalls,
    private readonly freshness: ReportFreshness,
    private readonly products: ProductReportsService,
    private readonly statements: StatementsService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Whether a team gets its free report as soon as this person confirms their address: new teams of an owner do. */
  async awaits(
    team: TeamCaller['team'] & { role: MemberRole },
    { isVerified }: { isVerified: boolean },
  ): Promise<boolean> {
    if (isVerified || team.role !== 'owner' || isPaidTeam(team) || this.env.WELCOME_CREDITS < price) return false;
    const [hasBought, left] = await Promise.all([
      this.statements.hasBought(team.id, action),
      this.pools.welcomeOf(team.id),
    ]);
    return !hasBought && left === 0;
  }

  /**
   * Buys the report of a product with welcome credits. A report that is up to date is not generated again. Nothing is
   * charged if the team has bought the product before, or if the report is being generated for another team.
   * @throws 402 `insufficient_credits` without welcome credits; 404
   */
  async buy(caller: TeamCaller, productId: string, requestId: string): Promise<void> {
    if ((await this.freshness.freshnessOf(productId)) !== 'current') {
      const charging = (): Promise<void> => this.demandWelcome(caller.team.id);
      await this.calls.buy(GenerateReport, caller, { path: { id: productId }, body: {} }, { requestId, charging });
      return;
    }
    await this.database.transaction(async () => {
      await this.credits.holdAccount(caller.team.id);
      if (await this.pools.hasWelcomed(caller.team.id, await this.products.boughtIds(productId))) return;
      await this.demandWelcome(caller.team.id);
      const { purchaseId, joined } = await this.credits.open({
        ...{ caller, requestId, action, price, item: productId },
        deadlineSeconds: DEADLINE_SECONDS,
      });
      if (!joined) await this.credits.settle(purchaseId);
    });
  }

  /** Other credits of a team without a paid plan buy no report. Holds the account until the transaction ends. */
  private async demandWelcome(teamId: string): Promise<void> {
    await this.credits.holdAccount(teamId);
    const left = await this.pools.welcomeOf(teamId);
    if (left < price) throw insufficientCredits({ credits_balance: left, credits_required: price });
  }
}
