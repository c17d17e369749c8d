import { Injectable } from '@nestjs/common';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import { RUN_FAILURES } from '#accounts/runs/run-failure.js';
import { RunsService, type RunTeam } from '#accounts/runs/runs.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import {
  MAX_SPIKES,
  REPORT_COMPLETED,
  REPORT_FAILED,
  type ReportCompleted,
  type ReportFailed,
  TEAM_REPORT_COMPLETED,
  TEAM_REPORT_FAILED,
  TEAM_THEME_SPIKED,
  type ThemeSpiked,
} from '#market/reports/reports.events.js';
import { ReportHistoryService } from '#market/report-insights/report-history.service.js';
import { ProductsService } from '#market/products/products.service.js';
import type { ReceivedEvent } from '#platform/events/event.definition.js';
import { HandlesEvent } from '#platform/events/event-handler.decorator.js';
import { WatchlistService } from './watchlist.service.js';

type Spike = ThemeSpiked['themes'][number];

/** Notifies paid teams of the end of a report: those that wait for it, and those that follow its product. */
@Injectable()
export class ReportSubscriber {
  constructor(
    private readonly events: TeamEvents,
    private readonly runs: RunsService,
    private readonly teams: TeamsService,
    private readonly products: ProductsService,
    private readonly history: ReportHistoryService,
    private readonly watchlist: WatchlistService,
  ) {}

  @HandlesEvent(REPORT_COMPLETED, 'teams')
  async completed({ id, occurredAt, payload }: ReceivedEvent<ReportCompleted>): Promise<void> {
    const product = await this.productOf(payload.product_id);
    if (!product) return;
    const { report_id, generated_at, total_themes } = payload;
    // To have asked counts more than to have joined, and both count more than to follow.
    const reasons = new Map<string, 'requested' | 'joined' | 'followed'>();
    for (const { team_id, is_requester } of await this.waitingFor(report_id)) {
      reasons.set(team_id, is_requester ? 'requested' : 'joined');
    }
    const followers = await this.watchlist.followersOf(product.id);
    for (const teamId of followers) {
      if (!reasons.has(teamId)) reasons.set(teamId, 'followed');
    }
    const paid = await this.teams.paidAmong([...reasons.keys()]);
    const shares = paid.map((teamId) => ({
      teamId,
      data: { product, report_id, generated_at, total_themes, reason: reasons.get(teamId) ?? 'followed' },
    }));
    await this.events.appendFor(TEAM_REPORT_COMPLETED, { id, occurredAt }, shares);
    const themes = await this.spikesIn(product.id, report_id);
    if (themes.length === 0) return;
    const spikes = paid
      .filter((teamId) => followers.includes(teamId))
      .map((teamId) => ({ teamId, data: { product, report_id, themes }, part: 'spikes' }));
    await this.events.appendFor(TEAM_THEME_SPIKED, { id, occurredAt }, spikes);
  }

  @HandlesEvent(REPORT_FAILED, 'teams')
  async failed({ id, occurredAt, payload }: ReceivedEvent<ReportFailed>): Promise<void> {
    const product = await this.productOf(payload.product_id);
    if (!product) return;
    const waiting = await this.waitingFor(payload.run_id);
    const paid = new Set(await this.teams.paidAmong(waiting.map(({ team_id }) => team_id)));
    const { reason } = payload;
    const shares = waiting
      .filter(({ team_id }) => paid.has(team_id))
      .map(({ team_id: teamId, has_paid: credit_refunded }) => ({
        teamId,
        data: { product, reason, message: RUN_FAILURES[reason], credit_refunded },
      }));
    await this.events.appendFor(TEAM_REPORT_FAILED, { id, occurredAt }, shares);
  }

  private async spikesIn(productId: string, reportId: string): Promise<Spike[]> {
    const changes = (await this.history.changesIn(productId, reportId)) ?? [];
    const spikes = changes.flatMap(({ category_name, change, from, to }) =>
      to && (change === 'new' || change === 'grown') ? [{ category_name, change, from, to }] : [],
    );
    return spikes.slice(0, MAX_SPIKES).map(({ category_name, change, from, to: { trend, total_mentions } }) => ({
      category_name,
      change,
      trend,
      total_mentions,
      previous_mentions: from?.total_mentions ?? 0,
    }));
  }

  /** The requester comes last, so that its reason wins. */
  private async waitingFor(runId: string): Promise<RunTeam[]> {
    const teams = await this.runs.teamsOf(runId);
    return teams.sort((one, other) => Number(one.is_requester) - Number(other.is_requester));
  }

  private async productOf(productId: string): Promise<{ id: string; name: string } | null> {
    const product = await this.products.remaining(productId);
    return product ? { id: product.id, name: product.name } : null;
  }
}
