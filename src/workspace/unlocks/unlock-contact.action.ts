import { isDeepStrictEqual } from 'node:util';
import { type EntryDetails, Facts } from '#accounts/facts/facts.service.js';
import { currentActor } from '#accounts/events/team-event.definition.js';
import type { Expectation, FreeReason } from '#accounts/runs/dry-run.dto.js';
import {
  PaidAction,
  type PaidCall,
  type PaidWork,
  type RunOf,
  type Sale,
  whileAsking,
} from '#accounts/runs/paid-action.js';
import { CommitteesService } from '#workspace/enrichment/committees.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { EnrichmentService, isPersonal, type LookUp } from '#workspace/enrichment/enrichment.service.js';
import type { Person } from '#workspace/enrichment/enrichment.types.js';
import { ProviderFailed } from '#workspace/enrichment/enrichment.provider.js';
import { ErasedPeople } from '#market/writers/erased-people.service.js';
import { companyKeyOf, phoneKeyOf } from '#market/writers/person.keys.js';
import { callerActor } from '#platform/caller/origin.js';
import { counted } from '#platform/text/counted.text.js';
import { type Finding, UNLOCK_EFFECTS } from './unlock.effects.js';
import type { UnlockItem } from './unlock.types.js';
import { CONTACT_UNLOCKED } from './unlocks.events.js';
import { UnlockTargets } from './unlock-targets.service.js';
import { type StoredUnlock, UnlocksQueries } from './unlocks.queries.js';
import type { UnlockedContact } from './unlocked-contact.dto.js';
import { type UnlockBody, unlockContact } from './unlocks.operations.js';

/** The result of an unlock: the API response without the values of the request. */
export interface Unlocked extends Omit<UnlockedContact, 'field' | 'target' | 'credits_remaining'> {
  reason: 'revealed' | 'not_found' | 'already_revealed' | 'suppressed';
}

/**
 * Reveals one contact, or the people of the company, to one team. A contact that is not found is free, and so is one of a
 * person whose contact the team has by another unlock.
 */
@PaidAction({
  operation: unlockContact,
  subject: 'opportunity',
  title: 'Contacts',
  freeWhen: 'nothing is found (refunded), or the team already has this contact of the person by any way',
  describe: ({ body }: PaidCall<UnlockBody>, title) => `${contactIn(body)} of the opportunity "${title}"`,
  link: (item) => ({ text: `Contact: ${item.split(':').at(-1)}`, subjectId: item.split(':')[1] ?? '' }),
  effects: UNLOCK_EFFECTS,
  queue: 'unlocks',
  ...whileAsking((env) => env.ENRICHMENT_TIMEOUT_MS, 60),
  messages: {
    unavailable: 'Contacts cannot be unlocked at the moment; no credit was charged',
    failed: 'The contact could not be looked up because a provider failed; the credit was refunded',
    stillRunning: 'The same contact is still being unlocked; send the request again, it will not be charged twice',
    refundReason: 'the provider failed',
  },
})
export class UnlockContact implements PaidWork<UnlockItem, Finding, Unlocked> {
  constructor(
    private readonly database: Database,
    private readonly queries: UnlocksQueries,
    private readonly targets: UnlockTargets,
    private readonly erased: ErasedPeople,
    private readonly enrichment: EnrichmentService,
    private readonly committees: CommitteesService,
    private readonly facts: Facts,
  ) {}

  itemOf({ teamId, opportunityId, target, targetId, field }: UnlockItem): string {
    return [teamId, opportunityId, target, targetId ?? '-', field].join(':');
  }

  subjectOf({ opportunityId }: UnlockItem): string {
    return opportunityId;
  }

  /** @throws 404 for an unknown opportunity or a member who has not been revealed */
  async inputOf(caller: TeamCaller, { path, body }: PaidCall<UnlockBody>, requestId?: string): Promise<UnlockItem> {
    const { field } = body;
    const target = field === 'committee' ? 'committee' : (body.target ?? 'reviewer');
    const item = { teamId: caller.team.id, opportunityId: path.id, target, targetId: body.target_id ?? null, field };
    const revealedBy = await this.findOfPerson(item, await this.targets.personOf(item));
    return {
      ...item,
      ...(revealedBy !== null && { revealedBy }),
      by: requestId === undefined ? undefined : { ...callerActor(caller), requestId },
    };
  }

  async findExisting(item: UnlockItem): Promise<Unlocked | null> {
    const { teamId, field, revealedBy } = item;
    const revealed = revealedBy === undefined ? null : await this.queries.findRevealed(teamId, revealedBy);
    const unlock = revealed ?? (await this.queries.findReusable(item));
    if (unlock) return withoutCharge(unlock);
    if (!(await this.targets.isContactable(item))) return SUPPRESSED;
    // Most teams have no list, so its statements are skipped.
    if (field === 'committee' || !(await this.enrichment.hasList(teamId))) return null;
    const isListed = await this.enrichment.isListed(teamId, await this.targets.personOf(item), field);
    return isListed || (await this.queries.isListed(item)) ? SUPPRESSED : null;
  }

  freeBecause({ found }: Unlocked): FreeReason {
    return found ? 'already_revealed' : 'known_not_found';
  }

  async expect(item: UnlockItem): Promise<Expectation> {
    const person = await this.targets.personOf(item);
    if (item.field !== 'committee') return this.enrichment.expect(person satisfies Person, item.field, item.teamId);
    return (await this.lookUpCommittee(item.teamId, companyKeyOf(person.company))).outcome === 'found'
      ? 'found'
      : 'not_found';
  }

  async execute(item: UnlockItem): Promise<Finding> {
    const person = await this.targets.personOf(item);
    const companyKey = companyKeyOf(person.company);
    const lookUp =
      item.field === 'committee'
        ? await this.lookUpCommittee(item.teamId, companyKey)
        : await this.enrichment.lookUp(person satisfies Person, item.field, item.teamId);
    return { lookUp, companyKey, person };
  }

  async complete(finding: Finding, { input }: RunOf<UnlockItem>): Promise<string | null> {
    const { companyKey } = finding;
    await this.erased.lockErasures();
    if (!isDeepStrictEqual(await this.targets.personOf(input), finding.person))
      throw new ProviderFailed('the person was changed or erased while the contact was looked up');
    const lookUp = withPhoneKey(await this.enrichment.checkAgain(input.teamId, finding.lookUp), input.field);
    const isRepeated = lookUp.outcome === 'found' && (await this.hasOfPerson(input, lookUp));
    await this.queries.save(input, lookUp, { companyKey, isRepeated });
    if (lookUp.outcome !== 'found') return lookUp.outcome;
    if (isRepeated) {
      await this.recordFree(input);
      return ALREADY_REVEALED;
    }
    await this.record(input, lookUp);
    return null;
  }

  async resultOf({ input }: RunOf<UnlockItem>): Promise<Unlocked> {
    const unlock = await this.queries.find(input);
    if (!unlock) throw new Error('A completed run has no unlock');
    const result = afterCharge(unlock);
    // The result of a repeated request, after the person asked never to be revealed: the charge of the first one stands.
    const isHidden = result.found && !unlock.is_shown;
    return isHidden ? { ...result, found: false, value: null, source: null, reason: 'suppressed' } : result;
  }

  async answer({ input, result, state, creditsRemaining }: Sale<UnlockItem, Unlocked>): Promise<UnlockedContact> {
    const { field, target, revealedBy } = input;
    const isRepeated = state === 'existing' && result.found && revealedBy !== undefined;
    const isShown = !isRepeated || (await this.repeat(input, revealedBy));
    return { field, target, ...(isShown ? result : SUPPRESSED), credits_remaining: creditsRemaining };
  }

  /**
   * Shows on this opportunity, too, what the team has of the person.
   * @returns false if the person has been erased or suppressed since
   */
  private repeat(item: UnlockItem, revealedBy: string): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.erased.lockErasures();
      if (!(await this.queries.findRevealed(item.teamId, revealedBy))) return false;
      if (await this.queries.repeat(item, revealedBy)) await this.recordFree(item);
      return true;
    });
  }

  /** The unlock by which the team has the field of a person, as far as the person is known before a provider is asked. */
  private async findOfPerson({ teamId, field }: UnlockItem, person: Person): Promise<string | null> {
    if (field === 'committee') return null;
    return this.queries.findOfPerson({ teamId, field, keys: await this.enrichment.personalKeysOf(person) });
  }

  /** Whether the team has what was found by another unlock. Two unlocks of one person that end together are decided one after the other. */
  private async hasOfPerson({ teamId, field }: UnlockItem, { identityKeys }: LookUp): Promise<boolean> {
    if (field === 'committee') return false;
    await this.queries.lockTeam(teamId);
    return (await this.queries.findOfPerson({ teamId, field, keys: identityKeys.filter(isPersonal) })) !== null;
  }

  private async record(item: UnlockItem, { source, fromCache: from_cache }: LookUp): Promise<void> {
    const { teamId, opportunityId: id, target, targetId: target_id, field, by } = item;
    const { kind, id: actorId, name } = by ?? currentActor();
    await this.facts.record(
      CONTACT_UNLOCKED,
      { teamId, id },
      {
        ...entryOf(item),
        event: { opportunity_id: id, target, target_id, field, source, from_cache, by: { kind, id: actorId, name } },
      },
    );
  }

  /** The log says who saw a contact that was free, too. The event is of what a team pays for. */
  private recordFree(item: UnlockItem): Promise<void> {
    return this.facts.record(CONTACT_UNLOCKED.audited, { teamId: item.teamId, id: item.opportunityId }, entryOf(item));
  }

  private async lookUpCommittee(teamId: string, companyKey: string | null): Promise<LookUp> {
    const people = companyKey ? await this.committees.peopleOf(teamId, [companyKey]) : [];
    const found = people.length > 0;
    return {
      outcome: found ? 'found' : 'not_found',
      value: found ? counted(people.length, 'member') : null,
      source: found ? 'directory' : null,
      fromCache: false,
      identityKeys: [],
    };
  }
}

function contactIn({ field, target, target_id: member }: UnlockBody): string {
  if (field === 'committee') return 'the buying committee';
  return `the ${field} of ${target === 'committee' ? `committee member ${member ?? 0}` : 'the author'}`;
}

/** The log says whose contact it is by the opportunity, and never holds the contact. */
const entryOf = ({ field, target, targetId, by }: UnlockItem): EntryDetails => ({
  ...{ actor: by, requestId: by?.requestId },
  changes: { field: [null, field], target: [null, target], target_id: [null, targetId] },
});

/** The reason of a refund in the ledger, and of the answer: the team has the contact by another unlock. */
const ALREADY_REVEALED = 'already_revealed';

/**
 * The result for a person on the team's own list. Nothing is charged, and an earlier unlock is kept in case the
 * person is removed from the list.
 */
const SUPPRESSED: Unlocked = Object.freeze({
  found: false,
  value: null,
  source: null,
  from_cache: true,
  already_revealed: false,
  reason: 'suppressed',
  credit_refunded: false,
});

/** A phone number identifies a person only where the number itself is asked for: colleagues may share one. */
function withPhoneKey(lookUp: LookUp, field: string): LookUp {
  const key = field === 'phone' ? phoneKeyOf(lookUp.value) : null;
  return key ? { ...lookUp, identityKeys: [...lookUp.identityKeys, key] } : lookUp;
}

/** The result for a caller who paid for the look-up or waited for it. */
function afterCharge({ outcome, value, source, from_cache, is_repeated }: StoredUnlock): Unlocked {
  const found = outcome === 'found';
  if (found && is_repeated) {
    return {
      found,
      value,
      source,
      from_cache,
      already_revealed: true,
      reason: ALREADY_REVEALED,
      credit_refunded: true,
    };
  }
  return {
    found,
    value,
    source,
    from_cache,
    already_revealed: false,
    reason: found ? 'revealed' : outcome,
    credit_refunded: !found,
  };
}

/** The result of an earlier unlock of the team: no charge, so no refund. */
function withoutCharge({ outcome, value, source }: StoredUnlock): Unlocked {
  const found = outcome === 'found';
  return {
    found,
    value,
    source,
    from_cache: true,
    already_revealed: found,
    reason: found ? 'already_revealed' : 'not_found',
    credit_refunded: false,
  };
}
