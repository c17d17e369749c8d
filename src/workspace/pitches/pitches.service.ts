import { Inject, Injectable } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import type { DryRun } from '#accounts/runs/dry-run.dto.js';
import { type Basket, PricingService } from '#accounts/runs/pricing.service.js';
import { type RequestIdentity, RunsService } from '#accounts/runs/runs.service.js';
import { SenderProfilesService } from '#accounts/teams/sender-profiles.service.js';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { notFound } from '#platform/errors/application-error.js';
import { type Listing, listingOf } from '#platform/operations/listing.js';
import { type Page, pageOf, window } from '#platform/operations/operation.result.js';
import { PITCH_CHANNELS } from './pitch.types.js';
import { GeneratePitch, type PitchInput } from './generate-pitch.action.js';
import type { GeneratedPitch, GeneratePitchBody, PitchesQuery, SavedPitch } from './pitches.operations.js';
import { PitchesQueries, type PitchSelection, type StoredPitch } from './pitches.queries.js';

interface PitchRequest {
  path: { id: string };
  body: GeneratePitchBody;
}

/** Generates pitches, and reads the history of a team. */
@Injectable()
export class PitchesService {
  constructor(
    private readonly queries: PitchesQueries,
    private readonly runs: RunsService,
    private readonly pricing: PricingService,
    private readonly credits: CreditsService,
    private readonly senders: SenderProfilesService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Drafts a pitch, or prices it if the body says `dry_run`. @throws as `generate` */
  async generateOrPrice(
    caller: TeamCaller,
    input: PitchRequest,
    request: RequestIdentity,
  ): Promise<GeneratedPitch | DryRun> {
    if (!input.body.dry_run) return this.generate(caller, input, request);
    return this.price(input, await this.pricing.open(caller));
  }

  /**
   * Drafts a pitch for an opportunity and saves it. A repeated request gets the pitch of the first one.
   * @throws 404; 402; 500 when no draft could be generated, with the credit refunded.
   */
  async generate(caller: TeamCaller, input: PitchRequest, request: RequestIdentity): Promise<GeneratedPitch> {
    const pitch = await this.runs.buy(GeneratePitch, await this.inputOf(caller, input), { caller, ...request });
    return {
      generation_id: pitch.id,
      markdown: pitch.markdown,
      app_url: this.appUrl(pitch.id),
      credits_remaining: await this.credits.balanceOf(caller.team.id),
    };
  }

  /** The price of `generate`. @throws 404 */
  async price(input: PitchRequest, basket: Basket): Promise<DryRun> {
    return this.pricing.price(GeneratePitch, await this.inputOf(basket.caller, input), basket);
  }

  /** The pitches of the team, newest first. */
  async list(caller: TeamCaller, query: PitchesQuery): Promise<Page<SavedPitch>> {
    const { limit, offset } = window(query);
    const rows = await this.queries.list(caller.team.id, query.opportunity_id ?? null, limit, offset);
    return pageOf(
      rows.map((row) => this.saved(row)),
      query,
    );
  }

  /** The first `limit` pitches that a selection has, the oldest first. */
  pitchesOf(teamId: string, selection: PitchSelection, limit: number): Listing {
    const statement = this.queries.allStatement(teamId, selection, limit);
    return listingOf(statement, (rows: StoredPitch[]) => rows.map((row) => this.saved(row)));
  }

  /** @throws 404, also for another team's pitch. */
  async get(caller: TeamCaller, id: string): Promise<SavedPitch> {
    const row = await this.queries.find(caller.team.id, id);
    if (!row) throw notFound();
    return this.saved(row);
  }

  /** @throws 404 */
  private async inputOf(caller: TeamCaller, { path, body }: PitchRequest): Promise<PitchInput> {
    const opportunityId = path.id;
    if (!(await this.queries.materialOf(opportunityId))) throw notFound();
    const asked = body.channels ?? ['email'];
    const channels = PITCH_CHANNELS.filter((channel) => asked.includes(channel));
    const [teamId, features] = [caller.team.id, body.features?.trim() || null];
    const by = { kind: caller.lane, id: caller.credentialId, name: caller.credentialName ?? null };
    return { teamId, opportunityId, channels, features, sender: await this.senders.get(teamId), by };
  }

  private saved(row: StoredPitch): SavedPitch {
    return { ...row, app_url: this.appUrl(row.id), created_at: row.created_at.toISOString() };
  }

  private appUrl(id: string): string {
    return `${this.env.PUBLIC_URL}/app/pitches/${id}`;
  }
}
