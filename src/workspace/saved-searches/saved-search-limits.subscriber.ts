import { Injectable } from '@nestjs/common';
import { PLAN_CHANGED } from '#accounts/credits/credits.events.js';
import type { ReceivedEvent } from '#platform/events/event.definition.js';
import { HandlesEvent } from '#platform/events/event-handler.decorator.js';
import { SavedSearchLimits } from './saved-search-limits.service.js';

/** Applies changed plans to the saved searches of their teams. */
@Injectable()
export class SavedSearchLimitsSubscriber {
  constructor(private readonly limits: SavedSearchLimits) {}

  @HandlesEvent(PLAN_CHANGED, 'saved-search-limits')
  async planChanged({ teamId }: ReceivedEvent<object>): Promise<void> {
    if (teamId !== null) await this.limits.enforce(teamId);
  }
}
