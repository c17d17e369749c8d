import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { TeamShare } from '#accounts/events/team-events.service.js';
import { ENV, type Env } from '#config/env.js';
import { MAX_OPPORTUNITIES } from '#workspace/opportunities/opportunities.events.js';
import type { Matchable } from '#workspace/opportunities/opportunity-matching.service.js';
import type { AlertedSearch } from './matches.queries.js';
import type { ALERT_MATCHED } from './saved-searches.events.js';

type Alert = z.infer<(typeof ALERT_MATCHED)['data']>;

/** An opportunity as these events contain it. */
export type ToldOpportunity = Alert['opportunities'][number];

/** The events of one search about one batch, and the number of the day's reported matches after them. */
interface Alerts {
  id: string;
  reported: number;
  shares: TeamShare<Alert>[];
}

/** Composes the events about matches. */
@Injectable()
export class AlertComposer {
  constructor(@Inject(ENV) private readonly env: Env) {}

  /** The opportunities of a batch as events contain them, by id. */
  toldOf(opportunities: readonly Matchable[], updated: ReadonlySet<string>): Map<string, ToldOpportunity> {
    return new Map(opportunities.map((each) => [each.id, this.viewOf(each, updated.has(each.id))]));
  }

  /** Reports matches up to the daily limit. The first match beyond it makes one event that states the limit. */
  compose(search: AlertedSearch, found: readonly string[], told: ReadonlyMap<string, ToldOpportunity>): Alerts {
    const { id, name, team_id: teamId, reported_today } = search;
    const most = this.env.ALERT_MATCHES_PER_DAY;
    const reported = found.slice(0, Math.max(0, most - reported_today)).flatMap((each) => told.get(each) ?? []);
    const saved_search = { id, name };
    const shares = Array.from({ length: Math.ceil(reported.length / MAX_OPPORTUNITIES) }, (_, n) => ({
      teamId,
      part: `${id}:${n}`,
      data: {
        saved_search,
        total: found.length,
        truncated: false,
        opportunities: reported.slice(n * MAX_OPPORTUNITIES, (n + 1) * MAX_OPPORTUNITIES),
      },
    }));
    if (reported.length === found.length || reported_today > most)
      return { id, reported: reported_today + reported.length, shares };
    const data = { saved_search, total: found.length, truncated: true, opportunities: [] };
    return { id, reported: most + 1, shares: [...shares, { teamId, part: `${id}:truncated`, data }] };
  }

  private viewOf(opportunity: Matchable, updated: boolean): ToldOpportunity {
    const { id, source, frustration_tier, has_buying_signal, rating, created_at } = opportunity;
    return {
      id,
      source,
      frustration_tier: frustration_tier as ToldOpportunity['frustration_tier'],
      has_buying_signal,
      rating,
      created_at: created_at.toISOString(),
      app_url: `${this.env.PUBLIC_URL}/app/opportunities/${id}`,
      updated,
    };
  }
}
