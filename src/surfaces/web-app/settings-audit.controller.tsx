import { Controller, Get, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { AuditLogService } from '#accounts/audit/audit-log.service.js';
import { listAuditLog } from '#accounts/audit/audit.operations.js';
import { MembersService } from '#accounts/teams/members.service.js';
import { AppPages } from './app-pages.js';
import { FormInput } from './form-input.js';
import type { RawQuery } from './form-texts.js';
import { PageFailureFilter } from './page-failure.filter.js';
import { SettingsTabs, TAB_TITLES } from './settings.page.js';
import { AuditPage } from './settings-audit.page.js';
import { Visitors } from './visitor.js';

const ENTRIES = 50;

@Controller('app/settings/audit')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class AuditPagesController {
  constructor(
    private readonly pages: AppPages,
    private readonly visitors: Visitors,
    private readonly input: FormInput,
    private readonly log: AuditLogService,
    private readonly members: MembersService,
  ) {}

  @Get()
  async show(@Query() sent: RawQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    await this.members.demandOwner(team.id, person.id, 'read the audit log');
    const filled = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
    const { query } = this.input.validate(listAuditLog, { query: { ...filled, page_size: ENTRIES } });
    const log = await this.log.list(team.id, query);
    await this.pages.send(request, response, {
      title: `${TAB_TITLES.audit} · Settings`,
      section: 'settings',
      content: () => (
        <SettingsTabs tab="audit">
          <AuditPage log={log} query={query} />
        </SettingsTabs>
      ),
    });
  }
}
