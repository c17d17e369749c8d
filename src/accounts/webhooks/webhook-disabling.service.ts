import { Inject, Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { ManagerMails } from '#accounts/teams/manager-mails.service.js';
import { ENV, type Env } from '#config/env.js';
import { type EndpointRow, WebhookEndpointsQueries } from './webhook-endpoints.queries.js';
import { ENDPOINT_DISABLED } from './webhooks.events.js';
import { type AutomaticReason, endpointFailingMail, endpointsDisabledMail } from './webhooks.mails.js';

/** Owners and admins get a mail about a failing endpoint after this share of the time after which it is disabled. */
const WARNED_AFTER = 1 / 5;

/** Disables endpoints and notifies their team, in the open transaction. */
@Injectable()
export class WebhookDisabling {
  constructor(
    private readonly queries: WebhookEndpointsQueries,
    private readonly facts: Facts,
    private readonly mails: ManagerMails,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Disables endpoints of one team: with an event and an audit entry for each, and one mail. */
  async disable(teamId: string, endpoints: readonly EndpointRow[], reason: AutomaticReason): Promise<void> {
    if (endpoints.length === 0) return;
    for (const { id, url, failing_since } of endpoints) {
      await this.queries.update(id, { status: 'disabled', disabled_reason: reason });
      const event = { endpoint: { id, url }, reason, failing_since: failing_since && failing_since.toISOString() };
      const changes = { status: ['enabled', 'disabled'], disabled_reason: [null, reason] } as const;
      await this.facts.record(ENDPOINT_DISABLED, { teamId, id, name: url }, { changes, event });
    }
    const addresses = endpoints.map(({ url }) => url);
    await this.mails.write(teamId, (to) => endpointsDisabledMail(addresses, reason, { to, url: this.env.PUBLIC_URL }));
  }

  /** Notifies owners and admins once of an endpoint that keeps failing. */
  async warn({
    id,
    team_id: teamId,
    url,
    warned_at,
    failing_hours,
  }: EndpointRow & { failing_hours: number }): Promise<void> {
    const hours = this.env.WEBHOOK_DISABLE_AFTER_HOURS;
    if (warned_at || failing_hours < hours * WARNED_AFTER) return;
    await this.queries.noteWarning(id);
    await this.mails.write(teamId, (to) => endpointFailingMail(url, hours, { to, url: this.env.PUBLIC_URL }));
  }
}
