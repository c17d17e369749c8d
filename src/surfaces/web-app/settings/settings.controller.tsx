import { Controller, Inject, Query } from '@nestjs/common';
import { ConnectionsService, type ListedConnection } from '#access/oauth/connections.service.js';
import { decide, demand } from '#access/policy/access.policy.js';
import { managePeople, readTeam } from '#access/policy/app.operations.js';
import { AuditLogService } from '#accounts/audit/audit-log.service.js';
import { listAuditLog } from '#accounts/audit/audit.operations.js';
import { ENV, type Env } from '#config/env.js';
import { getSenderProfile, updateSenderProfile } from '#workspace/account/account.operations.js';
import { AccountService } from '#workspace/account/account.service.js';
import { SENDER_FIELDS, type SenderField } from '#workspace/account/sender-profile.dto.js';
import {
  addSuppression,
  listSuppressions,
  removeSuppression,
} from '#workspace/enrichment/team-suppressions.operations.js';
import { TeamSuppressionsService } from '#workspace/enrichment/team-suppressions.service.js';
import { type Answer, redirect } from '../kernel/answers.js';
import { FormInput } from '../kernel/form-input.js';
import { Fields, Form, Id, Member, Page, Visitor } from '../kernel/page.decorators.js';
import type { PageVisitor, TeamMember, Texts } from '../kernel/page.route.js';
import { type RawQuery, withoutEmpty } from '../kernel/raw-query.js';
import { AuditPage } from './settings-audit.page.js';
import { ConnectionsPage } from './settings-connections.page.js';
import { SenderPage } from './settings-sender.page.js';
import { SUPPRESSIONS, SuppressionsPage } from './settings-suppressions.page.js';
import { settingsPage } from './settings.page.js';
import { firstSettingsPage } from './settings.tabs.js';

const CONNECTIONS = '/app/settings/connections';
const ENTRIES = 40;
const SENDER = '/app/settings/sender';
const PAGE_SIZE = 20;

@Controller()
export class SettingsController {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly log: AuditLogService,
    private readonly input: FormInput,
    @Inject(ENV) private readonly env: Env,
    private readonly account: AccountService,
    private readonly suppressions: TeamSuppressionsService,
  ) {}

  @Page('/app/settings', { own: 'a short address that leads to a page' })
  first(@Visitor() { team }: PageVisitor): Answer {
    return redirect(firstSettingsPage(team?.role));
  }

  @Page('/app/settings/audit', { operation: listAuditLog })
  async showAudit(@Member() { team }: TeamMember, @Query() sent: RawQuery): Promise<Answer> {
    const { query } = this.input.validate(listAuditLog, { query: { ...withoutEmpty(sent), page_size: ENTRIES } });
    return settingsPage('audit', <AuditPage log={await this.log.list(team.id, query)} query={query} />);
  }

  @Page(CONNECTIONS, { operation: readTeam })
  async showConnections(@Member() { team, person, caller }: TeamMember): Promise<Answer> {
    const connections = await this.connections.list(team.id);
    const mayEnd = ({ user_id }: ListedConnection): boolean => user_id === person.id || !decide(managePeople, caller);
    const mcpUrl = `${this.env.PUBLIC_URL}/mcp/auth`;
    return settingsPage('connections', <ConnectionsPage {...{ connections, mayEnd, mcpUrl }} />);
  }

  /** Everyone may end their own connections. */
  @Form(`${CONNECTIONS}/:id/disconnect`, { operation: readTeam, page: CONNECTIONS })
  async disconnect(@Member() { team, person, caller }: TeamMember, @Id() id: string): Promise<Answer> {
    const connection = (await this.connections.list(team.id)).find((each) => each.id === id);
    if (connection && connection.user_id !== person.id) demand(managePeople, caller);
    await this.connections.disconnect(id, team.id);
    return redirect(CONNECTIONS);
  }

  @Page(SENDER, { operation: getSenderProfile })
  async showSender(@Member() { caller }: TeamMember): Promise<Answer> {
    return settingsPage('sender', <SenderPage profile={await this.account.senderProfile(caller)} />);
  }

  @Form(SENDER, { operation: updateSenderProfile, page: SENDER })
  async saveSender(
    @Member() { caller }: TeamMember,
    @Fields(...Object.keys(SENDER_FIELDS)) sent: Texts<SenderField>,
  ): Promise<Answer> {
    const { body } = this.input.validate(updateSenderProfile, { body: sent });
    await this.account.updateSenderProfile(caller, body);
    return redirect(SENDER, 'Saved. New pitches use the profile.');
  }

  @Page(SUPPRESSIONS, { operation: listSuppressions })
  async showSuppressions(@Member() { caller }: TeamMember, @Query('cursor') sent: unknown): Promise<Answer> {
    const cursor = typeof sent === 'string' ? sent : 'start';
    const { data, pagination } = await this.suppressions.list(caller, { cursor, page_size: PAGE_SIZE });
    return settingsPage('suppressions', <SuppressionsPage entries={data} next={pagination.next_cursor} />);
  }

  @Form(SUPPRESSIONS, { operation: addSuppression, page: SUPPRESSIONS })
  async addSuppression(@Member() { caller }: TeamMember, @Fields('value') sent: Texts<'value'>): Promise<Answer> {
    const { body } = this.input.validate(addSuppression, { body: sent });
    await this.suppressions.add(caller, body.value);
    return redirect(SUPPRESSIONS);
  }

  @Form(`${SUPPRESSIONS}/:id/remove`, { operation: removeSuppression, page: SUPPRESSIONS })
  async removeSuppression(@Member() { caller }: TeamMember, @Id() id: string): Promise<Answer> {
    await this.suppressions.remove(caller, id);
    return redirect(SUPPRESSIONS);
  }
}
