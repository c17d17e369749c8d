import { Inject, Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { ManagerMails } from '#accounts/teams/manager-mails.service.js';
import { ENV, type Env } from '#config/env.js';
import { DESTINATION_DISABLED } from './destinations.events.js';
import { type AutomaticDisabling, destinationsDisabledMail } from './destinations.mails.js';
import { type DestinationRow, DestinationsQueries } from './destinations.queries.js';

/** Disables destinations and notifies their team, in the open transaction. */
@Injectable()
export class DestinationDisabling {
  constructor(
    private readonly queries: DestinationsQueries,
    private readonly facts: Facts,
    private readonly mails: ManagerMails,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Disables destinations of one team: with an event and an audit entry for each, and one mail. `detail` is the reason in words. */
  async disable(
    teamId: string,
    destinations: readonly DestinationRow[],
    reason: AutomaticDisabling,
    detail: string | null,
  ): Promise<void> {
    if (destinations.length === 0) return;
    for (const { id, kind, name } of destinations) {
      await this.queries.update(id, { status: 'disabled', disabled_reason: reason });
      const event = { destination: { id, kind, name }, reason, detail };
      const changes = { status: ['enabled', 'disabled'], disabled_reason: [null, reason] } as const;
      await this.facts.record(DESTINATION_DISABLED, { teamId, id, name }, { changes, event });
    }
    const names = destinations.map(({ name }) => name);
    await this.mails.write(teamId, (to) =>
      destinationsDisabledMail(names, { reason, detail }, { to, url: this.env.PUBLIC_URL }),
    );
  }
}
