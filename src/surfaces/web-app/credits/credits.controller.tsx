import { Controller, Get, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { ENTRY_KINDS, StatementsService } from '#accounts/credits/statements.service.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { ProductsService } from '#market/products/products.service.js';
import { AccountService } from '#workspace/account/account.service.js';
import { listLedger } from '#workspace/usage/usage.operations.js';
import { UsageService } from '#workspace/usage/usage.service.js';
import { AppPages } from '../parts/app-pages.js';
import { CreditsPage, RANGES } from './credits.page.js';
import { productsIn } from './ledger.page.js';
import { FormInput } from '../parts/form-input.js';
import type { RawQuery } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { Visitors } from '../parts/visitor.js';

const DAYS = 30;
const LINES = 50;

@Controller('app/credits')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class CreditPagesController {
  constructor(
    private readonly pages: AppPages,
    private readonly visitors: Visitors,
    private readonly account: AccountService,
    private readonly statements: StatementsService,
    private readonly usage: UsageService,
    private readonly products: ProductsService,
    private readonly input: FormInput,
  ) {}

  @Get()
  async show(@Query() query: RawQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller, team } = await this.visitors.memberOf(request);
    const days = RANGES.find((each) => String(each) === query.days) ?? DAYS;
    const kind = ENTRY_KINDS.find((each) => each === query.kind) ?? null;
    const { query: listed } = this.input.validate(listLedger, {
      query: { page_size: LINES, ...(kind && { kind }), ...(query.cursor !== undefined && { cursor: query.cursor }) },
    });
    const [account, lines, byDay, byAction] = await Promise.all([
      this.account.overview(caller),
      this.usage.ledger(caller, listed),
      this.statements.spendingByDay(team.id, days),
      this.statements.spendingByAction(team.id, days),
    ]);
    const reported = await this.products.summariesOf(productsIn(lines.data));
    const productNames = new Map(reported.map(({ id, name }) => [id, name]));
    await this.pages.send(request, response, {
      title: 'Credits',
      section: 'credits',
      content: () => (
        <CreditsPage
          {...{ credits: account.credits, days, kind, lines, productNames, byDay, byAction }}
          isPaid={isPaidTeam(team)}
        />
      ),
    });
  }
}
