import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { currentActor } from '#accounts/events/team-event.definition.js';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import { type Sender, UNKNOWN_SENDER } from '#accounts/teams/sender-profiles.service.js';
import { maskAnalysis } from '#analysis/contacts/analysis.mask.js';
import { contactMaskOf } from '#analysis/contacts/contact.mask.js';
import { PaidAction, type PaidWork, type RunOf, whileAsking } from '#accounts/runs/paid-action.js';
import { ENV, type Env } from '#config/env.js';
import type { NamedActor } from '#platform/caller/origin.js';
import { pitchEffectOf } from './pitch.effects.js';
import { PITCH_GENERATED } from './pitches.events.js';
import {
  type Draft,
  PITCH_DRAFTER,
  type PitchBrief,
  type PitchChannel,
  type PitchDrafter,
  PitchFailed,
} from './pitch.types.js';
import { PitchesQueries, type StoredPitch } from './pitches.queries.js';

/** A request for a pitch. */
export interface PitchInput {
  teamId: string;
  opportunityId: string;
  /** In the order of `PITCH_CHANNELS`, without duplicates. */
  channels: PitchChannel[];
  /** The seller's description of the product. */
  features: string | null;
  /** As it was at the request. */
  sender: Sender;
  /** The actor, which is not part of the key of the item. */
  by?: NamedActor;
}

/** Drafts a pitch and saves it to the team's history. The pitch has the id of its run. */
@PaidAction({
  kind: 'generate_pitch',
  price: 1,
  queue: 'pitches',
  ...whileAsking((env) => env.LLM_TIMEOUT_MS, 120),
  messages: {
    unavailable: 'Pitches cannot be generated at the moment; no credit was charged',
    failed: 'The pitch could not be generated; the credit was refunded',
    stillRunning: 'The same pitch is still being generated; it will appear in GET /pitches',
    refundReason: 'no draft was generated',
  },
})
export class GeneratePitch implements PaidWork<PitchInput, Draft, StoredPitch> {
  constructor(
    private readonly queries: PitchesQueries,
    @Inject(PITCH_DRAFTER) private readonly drafter: PitchDrafter,
    private readonly events: TeamEvents,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Identical open requests of a team share one run. */
  itemOf({ teamId, opportunityId, channels, features, sender }: PitchInput): string {
    const contentHash = createHash('sha256')
      .update(JSON.stringify([channels, features, sender]))
      .digest('hex');
    return [teamId, opportunityId, contentHash].join(':');
  }

  forcedEffect({ opportunityId }: PitchInput) {
    return pitchEffectOf(opportunityId);
  }

  async execute({ opportunityId, channels, features, sender }: PitchInput): Promise<Draft> {
    const material = await this.queries.materialOf(opportunityId);
    if (!material) throw new PitchFailed('The opportunity no longer exists.');
    return this.drafter.draft({
      ...withoutContacts(material),
      channels,
      features,
      sender: { ...UNKNOWN_SENDER, ...sender },
    });
  }

  async complete({ markdown, engine }: Draft, { id, input }: RunOf<PitchInput>): Promise<null> {
    await this.queries.insert({ id, ...input, markdown, engine });
    const { teamId, opportunityId: opportunity_id, channels } = input;
    const app_url = `${this.env.PUBLIC_URL}/app/pitches/${id}`;
    await this.events.append(
      PITCH_GENERATED,
      { pitch_id: id, opportunity_id, channels, app_url, by: input.by ?? currentActor() },
      teamId,
    );
    return null;
  }

  async resultOf({ id, input }: RunOf<PitchInput>): Promise<StoredPitch> {
    const pitch = await this.queries.find(input.teamId, id);
    if (!pitch) throw new Error('A completed run has no pitch');
    return pitch;
  }
}

type Material = Omit<PitchBrief, 'channels' | 'features' | 'sender'>;

/** The material with contact data hidden: a pitch must not cost less than an unlock. */
function withoutContacts(material: Material): Material {
  const { painPoints, text, title } = material;
  const mask = contactMaskOf(text);
  return {
    ...material,
    title: title && mask(title),
    text: mask(text),
    painPoints: maskAnalysis(painPoints, mask),
  };
}
