import { TeamEventsModule } from '#accounts/events/team-events.module.js';
import { type ListedEvent, TeamEvents } from '#accounts/events/team-events.service.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { FailedDeliveries } from '#platform/events/failed-deliveries.service.js';
import { PlatformModule } from '#platform/platform.module.js';
import type { Env } from '#config/env.js';
import { coreModules, inContext } from '../command.context.js';

const MAX_EVENTS = 1_000;

const modules = (env: Env) => [PlatformModule.forRoot(env)];

/** The latest 1,000 events of a team, newest first. @throws 404 for an unknown team */
export const listTeamEvents = (teamId: string): Promise<ListedEvent[]> =>
  inContext(
    (env) => [...coreModules(env), TeamsModule, TeamEventsModule],
    async (context) => {
      await context.get(TeamsService).get(teamId);
      return context.get(TeamEvents).findNewest(teamId, MAX_EVENTS);
    },
  );

/** The parked deliveries, oldest event first. */
export const listFailedDeliveries = (): ReturnType<FailedDeliveries['list']> =>
  inContext(modules, (context) => context.get(FailedDeliveries).list());

/** Makes the parked deliveries of one event, or of all events, due again. @returns their number */
export const retryDeliveries = (eventId: string | null): Promise<number> =>
  inContext(modules, (context) => context.get(FailedDeliveries).retry(eventId));
