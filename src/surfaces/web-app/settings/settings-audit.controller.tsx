import { Controller, Get, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { demandRight } from '#access/policy/rights.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { AuditLogService } from '#accounts/audit/audit-log.service.js';
import { listAuditLog } from '#accounts/audit/audit.operations.js';
import { FormInput } from '../parts/form-input.js';
import type { RawQuery } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { AuditPage } from './settings-audit.page.js';
import { SettingsPages } from './settings-pages.js';
import { Visitors } from '../parts/visitor.js';

const ENTRIES = 40;

@Controller('app/settings/audit')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class AuditPagesController {
  constructor(
    private readonly settings: SettingsPages,
    private readonly visitors: Visitors,
    private readonly input: FormInput,
    private readonly log: AuditLogService,
  ) {}

  @Get()
  async show(@Query() sent: RawQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { team } = await this.visitors.memberOf(request);
    demandRight(team, 'audit');
    const filled = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
    const { query } = this.input.validate(listAuditLog, { query: { ...filled, page_size: ENTRIES } });
    const log = await this.log.list(team.id, query);
    await this.settings.send(request, response, 'audit', () => <AuditPage log={log} query={query} />);
  }
}
