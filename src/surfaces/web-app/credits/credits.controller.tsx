import { Controller, Inject, Query } from '@nestjs/common';
import { ENTRY_KINDS, StatementsService } from '#accounts/credits/statements.service.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { ENV, type Env } from '#config/env.js';
import { ProductsService } from '#market/products/products.service.js';
import { AccountService } from '#workspace/account/account.service.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { listLedger } from '#workspace/usage/usage.operations.js';
import { UsageService } from '#workspace/usage/usage.service.js';
import { type Answer, page } from '../kernel/answers.js';
import { FormInput } from '../kernel/form-input.js';
import { Member, Page } from '../kernel/page.decorators.js';
import type { TeamMember } from '../kernel/page.route.js';
import type { RawQuery } from '../kernel/raw-query.js';
import { CreditsPage, RANGES } from './credits.page.js';
import { personIn } from '../opportunities/opportunity-parts.page.js';
import { subjectsIn } from './ledger.page.js';

const DAYS = 30;
const LINES = 50;

@Controller()
export class CreditPagesController {
  constructor(
    private readonly account: AccountService,
    private readonly statements: StatementsService,
    private readonly usage: UsageService,
    private readonly products: ProductsService,
    private readonly opportunities: OpportunitiesService,
    private readonly input: FormInput,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Page('/app/credits', { operation: listLedger, section: 'credits' })
  async show(@Member() { caller, team }: TeamMember, @Query() query: RawQuery): Promise<Answer> {
    const days = RANGES.find((each) => String(each) === query.days) ?? DAYS;
    const kind = ENTRY_KINDS.find((each) => each === query.kind) ?? null;
    const { query: listed } = this.input.validate(listLedger, {
      query: { page_size: LINES, ...(kind && { kind }), ...(query.cursor !== undefined && { cursor: query.cursor }) },
    });
    const [{ credits }, lines, byDay, byAction] = await Promise.all([
      this.account.overview(caller),
      this.usage.ledger(caller, listed),
      this.statements.spendingByDay(team.id, days),
      this.statements.spendingByAction(team.id, days),
    ]);
    const [products, opportunities] = await Promise.all([
      this.products.summariesOf(subjectsIn(lines.data, 'product')),
      this.opportunities.present(team.id, isPaidTeam(team) ? subjectsIn(lines.data, 'opportunity') : []),
    ]);
    const names = new Map([
      ...products.map(({ id, name }) => [id, name] as const),
      ...opportunities.map((opportunity) => [opportunity.id, personIn(opportunity)] as const),
    ]);
    const hasBilling = this.env.BILLING_PROVIDER !== 'none';
    const view = { credits, days, kind, lines, names, byDay, byAction, hasBilling, isPaid: isPaidTeam(team) };
    return page('Credits', <CreditsPage {...view} />);
  }
}
