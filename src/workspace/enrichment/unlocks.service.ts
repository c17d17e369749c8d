import { Inject, Injectable, Logger } from '@nestjs/common';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { LEASE_SECONDS, whileRenewing } from '#platform/database/lease.js';
import { RowWatch } from '#platform/database/row-watch.js';
import { type ApplicationError, internalError } from '#platform/errors/application-error.js';
import { CommitteeQueries } from './committee.queries.js';
import { ProviderFailed } from './enrichment.provider.js';
import { EnrichmentService, type LookUp } from './enrichment.service.js';
import type { Person } from './enrichment.types.js';
import { companyKeyOf } from './person.keys.js';
import { type UnlockRun, UnlockRunsQueries, type UnlockThing } from './unlock-runs.queries.js';

/** What a team wants to unlock: the thing, and who it is. */
export interface UnlockOrder {
  caller: TeamCaller;
  requestId: string;
  thing: Omit<UnlockThing, 'teamId'>;
  person: Person;
}

/** How an unlock ended: the API's answer, without what the request already says. */
export interface Unlocked {
  found: boolean;
  value: string | null;
  source: string | null;
  from_cache: boolean;
  already_revealed: boolean;
  reason: 'revealed' | 'not_found' | 'already_revealed' | 'suppressed';
  credit_refunded: boolean;
}

type Begun = { run: UnlockRun; purchaseId: string | null; isKnown: boolean; isMine: boolean };

const DEADLINE_BEYOND_TIMEOUT_S = 60;
const PATIENCE_BEYOND_TIMEOUT_MS = 5_000;

/**
 * Sells contacts. The row of a thing is the flight that racing requests share: who starts it pays, looks the contact up
 * outside any transaction and ends it; everybody else waits for its end, here or in another process.
 */
@Injectable()
export class UnlocksService {
  private readonly log = new Logger(UnlocksService.name);

  constructor(
    private readonly database: Database,
    private readonly credits: CreditsService,
    private readonly runs: UnlockRunsQueries,
    private readonly enrichment: EnrichmentService,
    private readonly committees: CommitteeQueries,
    private readonly watch: RowWatch,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @throws 402; 500 when no provider could say, with the credit given back. */
  async unlock(order: UnlockOrder): Promise<Unlocked> {
    const thing = { ...order.thing, teamId: order.caller.team.id };
    const known = await this.runs.of(thing);
    if (known?.is_known) return recalled(known);
    for (;;) {
      const { run, purchaseId, isKnown, isMine } = await this.begin(order, thing);
      if (isKnown || !purchaseId) return recalled(run);
      if (isMine) return sold(await this.fly(run.id, purchaseId, order));
      const ended = await this.waitFor(run.id, purchaseId);
      if (ended) return sold(ended);
    }
  }

  /** Ends a run whose process died and gives its credit back. @returns false when it was alive after all. */
  async bury(id: string, purchaseId: string): Promise<boolean> {
    return this.database.transaction(async () => {
      const run = await this.runs.lockRunning(id, purchaseId);
      if (!run?.is_dead) return false;
      await this.credits.refund(purchaseId, 'the process died');
      await this.runs.fail(id);
      return true;
    });
  }

  /** Buries every run whose process died. @returns how many. */
  async sweep(): Promise<number> {
    let buried = 0;
    for (const { id, purchase_id: purchaseId } of await this.runs.dead(500)) {
      if (await this.bury(id, purchaseId)) buried++;
    }
    return buried;
  }

  /** Charge, purchase and run in one transaction, under the lock of the thing's row. */
  private async begin(order: UnlockOrder, thing: UnlockThing): Promise<Begun> {
    return this.database.transaction(async () => {
      const run = await this.runs.lock(thing);
      if (run.is_known) return { run, purchaseId: null, isKnown: true, isMine: false };
      if (run.state === 'running') return { run, purchaseId: run.purchase_id, isKnown: false, isMine: false };
      const { purchaseId } = await this.credits.open({
        caller: order.caller,
        requestId: order.requestId,
        action: 'unlock_contact',
        price: 1,
        thing: [thing.teamId, thing.opportunityId, thing.target, thing.targetId ?? '-', thing.field].join(':'),
        deadlineSeconds: Math.ceil(this.env.ENRICHMENT_TIMEOUT_MS / 1_000) + DEADLINE_BEYOND_TIMEOUT_S,
      });
      await this.runs.start(run.id, purchaseId, companyKeyOf(order.person.company));
      return { run, purchaseId, isKnown: false, isMine: true };
    });
  }

  /** The flight itself. @returns the run as it ended. */
  private async fly(id: string, purchaseId: string, order: UnlockOrder): Promise<UnlockRun> {
    try {
      const lookUp = await whileRenewing(
        () => this.runs.renew(id, purchaseId),
        () => this.lookUp(order),
      );
      return await this.land(id, purchaseId, lookUp);
    } catch (error) {
      if (!(error instanceof ProviderFailed)) this.log.error({ error, requestId: order.requestId }, 'unlock failed');
      return this.abort(id, purchaseId);
    }
  }

  private async lookUp({ thing, person }: UnlockOrder): Promise<LookUp> {
    if (thing.field !== 'committee') return this.enrichment.lookUp(person, thing.field);
    const companyKey = companyKeyOf(person.company);
    const people = companyKey ? await this.committees.peopleOf([companyKey]) : [];
    const found = people.length > 0;
    return {
      outcome: found ? 'found' : 'not_found',
      value: found ? `${people.length} ${people.length === 1 ? 'member' : 'members'}` : null,
      source: found ? 'directory' : null,
      fromCache: false,
      identityKeys: [],
    };
  }

  /** Result and money in one transaction: found keeps the charge, everything else gives it back. */
  private async land(id: string, purchaseId: string, lookUp: LookUp): Promise<UnlockRun> {
    await this.database.transaction(async () => {
      const run = await this.runs.lockRunning(id, purchaseId);
      const closed =
        run !== null &&
        (lookUp.outcome === 'found'
          ? await this.credits.settle(purchaseId)
          : await this.credits.refund(purchaseId, lookUp.outcome));
      if (!closed) throw new Error('The unlock took so long that its credit has gone back.');
      await this.runs.finish(id, lookUp);
    });
    return this.ended(id);
  }

  /** Gives the credit back, unless the result was written after all and only the news of it got lost. */
  private async abort(id: string, purchaseId: string): Promise<UnlockRun> {
    await this.database.transaction(async () => {
      const run = await this.runs.lockRunning(id, purchaseId);
      if (!run) return;
      await this.credits.refund(purchaseId, 'the provider failed');
      await this.runs.fail(id);
    });
    const run = await this.ended(id);
    if (run.state === 'done' && run.purchase_id === purchaseId) return run;
    throw failed();
  }

  /** Waits for somebody else's flight. @returns null when it has to be begun anew, because whoever flew it died. */
  private async waitFor(id: string, purchaseId: string): Promise<UnlockRun | null> {
    const patience = this.env.ENRICHMENT_TIMEOUT_MS + LEASE_SECONDS * 1_000 + PATIENCE_BEYOND_TIMEOUT_MS;
    const run = await this.watch.until(`unlock:${id}:${purchaseId}`, patience, async () => {
      const row = await this.ended(id);
      return row.state === 'running' && row.purchase_id === purchaseId && !row.is_dead ? null : row;
    });
    if (!run) throw stillRunning();
    if (run.is_dead) {
      await this.bury(id, purchaseId);
      return null;
    }
    if (run.purchase_id !== purchaseId || run.state === 'running') return null;
    if (run.state === 'failed') throw failed();
    return run;
  }

  private async ended(id: string): Promise<UnlockRun> {
    const run = await this.runs.find(id);
    if (!run) throw new Error('An unlock has lost its row.');
    return run;
  }
}

/** The answer to those who flew or waited. */
function sold({ outcome, value, source, from_cache }: UnlockRun): Unlocked {
  const found = outcome === 'found';
  return {
    found,
    value,
    source,
    from_cache,
    already_revealed: false,
    reason: found ? 'revealed' : outcome === 'suppressed' ? 'suppressed' : 'not_found',
    credit_refunded: !found,
  };
}

/** The answer from what the team knows already: no charge, so nothing to give back. */
function recalled({ outcome, value, source }: UnlockRun): Unlocked {
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

const failed = (): ApplicationError =>
  internalError('The contact could not be looked up because a provider failed; the credit was refunded');

const stillRunning = (): ApplicationError =>
  internalError('The same contact is still being unlocked; ask again, it will not be charged twice');
