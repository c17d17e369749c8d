import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { currentActor } from '#accounts/events/team-event.definition.js';
import { Facts } from '#accounts/facts/facts.service.js';
import { type Sender, SenderProfilesService, UNKNOWN_SENDER } from '#accounts/teams/sender-profiles.service.js';
import { maskAnalysis } from '#analysis/contacts/analysis.mask.js';
import { contactMaskOf } from '#analysis/contacts/contact.mask.js';
import {
  PaidAction,
  type PaidCall,
  type PaidWork,
  type RunOf,
  type Sale,
  whileAsking,
} from '#accounts/runs/paid-action.js';
import type { FreeReason } from '#accounts/runs/dry-run.dto.js';
import { ENV, type Env } from '#config/env.js';
import { ErasedPeople } from '#market/writers/erased-people.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import type { NamedActor } from '#platform/caller/origin.js';
import { notFound } from '#platform/errors/application-error.js';
import { OperationResult } from '#platform/operations/operation.result.js';
import { PITCH_EFFECTS } from './pitch.effects.js';
import { PITCH_GENERATED } from './pitches.events.js';
import { type GeneratedPitch, generatePitch, type GeneratePitchBody } from './pitches.operations.js';
import {
  appUrlOf,
  type Draft,
  FREE_REDRAFT_HOURS,
  isReplyInThread,
  PITCH_CHANNELS,
  PITCH_DRAFTER,
  type PitchBrief,
  type PitchChannel,
  type PitchDrafter,
  PitchFailed,
} from './pitch.types.js';
import { PitchesQueries, type PitchMaterial, type StoredPitch } from './pitches.queries.js';

/** A request for a pitch. */
export interface PitchInput {
  teamId: string;
  opportunityId: string;
  /** In the order of `PITCH_CHANNELS`, without duplicates. */
  channels: PitchChannel[];
  /** The seller's description of the product. */
  features: string | null;
  /** The state at the time of the request. */
  sender: Sender;
  /** The paid pitch whose free redraft this was at the time of the request. It is charged if the right has ended since. */
  redraftOf?: string;
  /** The actor, which is not part of the key of the item. */
  by?: NamedActor;
}

/** A draft with what it was written from, which must be the same when it is stored. */
interface WrittenDraft extends Draft {
  writtenFrom: string;
}

const NO_SENDER =
  'The draft introduces nobody, because your team has no sender profile. Fill it in under Settings, Sender, or with PATCH /account/sender-profile.';

const ONLY_IN_THREAD =
  'The terms of this place do not let its writers be contacted elsewhere with what they say there: post the draft as a public reply under their text.';

/** Drafts a pitch and saves it to the team's history. The pitch has the id of its run. */
@PaidAction({
  operation: generatePitch,
  subject: 'opportunity',
  title: 'Pitches',
  freeWhen: `drafting fails (refunded), or it is the first redraft within ${FREE_REDRAFT_HOURS} hours`,
  describe: (_, title) => `a pitch for the opportunity "${title}"`,
  link: (item) => ({ text: 'Pitch', subjectId: item.split(':')[1] ?? '' }),
  effects: PITCH_EFFECTS,
  queue: 'pitches',
  ...whileAsking((env) => env.LLM_TIMEOUT_MS, 120),
  messages: {
    unavailable: 'Pitches cannot be generated at the moment; no credit was charged',
    failed: 'The pitch could not be generated; the credit was refunded',
    stillRunning: 'The same pitch is still being generated; it will appear in GET /pitches',
    refundReason: 'no draft was generated',
  },
})
export class GeneratePitch implements PaidWork<PitchInput, WrittenDraft, StoredPitch> {
  constructor(
    private readonly queries: PitchesQueries,
    private readonly erased: ErasedPeople,
    @Inject(PITCH_DRAFTER) private readonly drafter: PitchDrafter,
    private readonly senders: SenderProfilesService,
    private readonly facts: Facts,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Identical open requests of a team share one run, and so do all free redrafts of one pitch. */
  itemOf({ teamId, opportunityId, channels, features, sender, redraftOf }: PitchInput): string {
    if (redraftOf) return [teamId, opportunityId, `redraft ${redraftOf}`].join(':');
    const contentHash = createHash('sha256')
      .update(JSON.stringify([channels, features, sender]))
      .digest('hex');
    return [teamId, opportunityId, contentHash].join(':');
  }

  /** The sender profile and the right to a free redraft may change between two sendings. */
  isSame(one: PitchInput, other: PitchInput): boolean {
    const sent = ({ opportunityId, channels, features }: PitchInput): string =>
      JSON.stringify([opportunityId, channels, features]);
    return sent(one) === sent(other);
  }

  subjectOf({ opportunityId }: PitchInput): string {
    return opportunityId;
  }

  async inputOf(
    caller: TeamCaller,
    { path: { id: opportunityId }, body }: PaidCall<GeneratePitchBody>,
  ): Promise<PitchInput> {
    if (!(await this.queries.materialOf(opportunityId))) throw notFound();
    const channels = PITCH_CHANNELS.filter((channel) => body.channels.includes(channel));
    const [teamId, features] = [caller.team.id, body.features?.trim() || null];
    const by = { kind: caller.lane, id: caller.credentialId, name: caller.credentialName ?? null };
    const redraftOf = body.redraft ? await this.queries.findRedraftable(teamId, opportunityId) : null;
    const sender = await this.senders.get(teamId);
    return { teamId, opportunityId, channels, features, sender, ...(redraftOf !== null && { redraftOf }), by };
  }

  async freeRun({ teamId, opportunityId, redraftOf }: PitchInput): Promise<FreeReason | null> {
    if (!redraftOf) return null;
    return (await this.queries.findRedraftable(teamId, opportunityId)) === redraftOf ? 'redraft' : null;
  }

  async execute({ opportunityId, channels, features, sender }: PitchInput): Promise<WrittenDraft> {
    const material = await this.materialOf(opportunityId);
    const { isContactable, ...said } = material;
    const draft = await this.drafter.draft({
      ...withoutContacts(said),
      parts: isContactable ? channels : ['thread'],
      features,
      sender: { ...UNKNOWN_SENDER, ...sender },
    });
    return { ...draft, writtenFrom: JSON.stringify(material) };
  }

  async complete(
    { markdown, engine, confidence, writtenFrom }: WrittenDraft,
    { id, input, purchase_id }: RunOf<PitchInput>,
  ): Promise<null> {
    await this.erased.lockErasures();
    if (JSON.stringify(await this.materialOf(input.opportunityId)) !== writtenFrom)
      throw new PitchFailed('The text was changed or its writer erased while the pitch was drafted.');
    const redraftOf = purchase_id === null ? input.redraftOf : undefined;
    await this.queries.insert({ id, ...input, redraftOf, markdown, engine, confidence });
    const { teamId, opportunityId: opportunity_id, channels } = input;
    const app_url = appUrlOf(this.env, id);
    const event = { pitch_id: id, opportunity_id, channels, app_url, by: input.by ?? currentActor() };
    await this.facts.record(PITCH_GENERATED, { teamId }, { event });
    return null;
  }

  async resultOf({ id, input }: RunOf<PitchInput>): Promise<StoredPitch> {
    const pitch = await this.queries.find(input.teamId, id);
    if (!pitch) throw new Error('A completed run has no pitch');
    return pitch;
  }

  answer({ input, result, creditsRemaining }: Sale<PitchInput, StoredPitch>): OperationResult<GeneratedPitch> {
    const { id, markdown, confidence } = result;
    const app_url = appUrlOf(this.env, id);
    const { company, product, name } = { ...UNKNOWN_SENDER, ...input.sender };
    const advice = [
      ...(isReplyInThread(markdown) ? [ONLY_IN_THREAD] : []),
      ...(company || product || name ? [] : [NO_SENDER]),
    ].join(' ');
    return new OperationResult(
      { generation_id: id, markdown, confidence, app_url, credits_remaining: creditsRemaining },
      advice ? { next_step: advice } : undefined,
    );
  }

  /** @throws PitchFailed */
  private async materialOf(opportunityId: string): Promise<PitchMaterial> {
    const material = await this.queries.materialOf(opportunityId);
    if (!material) throw new PitchFailed('The opportunity no longer exists.');
    return material;
  }
}

type Material = Omit<PitchBrief, 'parts' | 'features' | 'sender'>;

/** The material with contact data hidden, because a pitch must not reveal contacts without an unlock. */
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
