import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { LEASE_SECONDS, whileRenewing } from '#platform/database/lease.js';
import { RowWatch } from '#platform/database/row-watch.js';
import { type ApplicationError, internalError } from '#platform/errors/application-error.js';
import { PITCH_DRAFTER, type PitchBrief, type PitchDrafter, PitchFailed } from './pitch.types.js';
import { type PitchRun, PitchRunsQueries } from './pitch-runs.queries.js';

/** What a team wants written. `idempotencyId` names the request where it carried an `Idempotency-Key`. */
export interface PitchOrder {
  caller: TeamCaller;
  requestId: string;
  idempotencyId?: string;
  opportunityId: string;
  brief: PitchBrief;
}

/** A pitch that is there to be read. */
export interface WrittenPitch {
  id: string;
  markdown: string;
}

const DEADLINE_BEYOND_TIMEOUT_S = 120;
const PATIENCE_BEYOND_TIMEOUT_MS = 5_000;

/**
 * Sells pitches. The purchase is the flight that identical requests share: who opens it writes, outside any
 * transaction, and ends it; everybody else waits for its end, here or in another process.
 */
@Injectable()
export class PitchWritingService {
  private readonly log = new Logger(PitchWritingService.name);

  constructor(
    private readonly database: Database,
    private readonly credits: CreditsService,
    private readonly runs: PitchRunsQueries,
    private readonly watch: RowWatch,
    @Inject(PITCH_DRAFTER) private readonly drafter: PitchDrafter,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @throws 402; 500 when no draft came of it, with the credit given back. */
  async write(order: PitchOrder): Promise<WrittenPitch> {
    const bought = order.idempotencyId ? await this.runs.boughtBy(order.idempotencyId) : null;
    if (bought) return written(bought);
    for (;;) {
      const { purchaseId, joined } = await this.begin(order);
      if (!joined) return written(await this.fly(purchaseId, order));
      const ended = await this.waitFor(purchaseId);
      if (ended) return written(ended);
    }
  }

  /** Gives the credits of pitches whose process died back. @returns how many. */
  async sweep(): Promise<number> {
    let buried = 0;
    for (const purchaseId of await this.runs.dead(500)) if (await this.bury(purchaseId)) buried++;
    return buried;
  }

  /** Charge, purchase and run in one transaction. */
  private async begin(order: PitchOrder): Promise<{ purchaseId: string; joined: boolean }> {
    const { caller, requestId, opportunityId, brief } = order;
    return this.database.transaction(async () => {
      const opened = await this.credits.open({
        caller,
        requestId,
        action: 'generate_pitch',
        thing: [caller.team.id, opportunityId, hashOf(brief)].join(':'),
        deadlineSeconds: Math.ceil(this.env.LLM_TIMEOUT_MS / 1_000) + DEADLINE_BEYOND_TIMEOUT_S,
      });
      if (!opened.joined) {
        await this.runs.start({
          id: uuidv7(),
          teamId: caller.team.id,
          opportunityId,
          channels: brief.channels,
          features: brief.features,
          purchaseId: opened.purchaseId,
          idempotencyId: order.idempotencyId ?? null,
        });
      }
      return opened;
    });
  }

  private async fly(purchaseId: string, { brief, requestId }: PitchOrder): Promise<PitchRun> {
    try {
      const markdown = await whileRenewing(
        () => this.runs.renew(purchaseId),
        () => this.drafter.draft(brief),
      );
      return await this.land(purchaseId, markdown);
    } catch (error) {
      if (error instanceof PitchFailed) this.log.warn({ error, requestId }, 'no draft came of it');
      else this.log.error({ error, requestId }, 'pitch failed');
      return this.abort(purchaseId);
    }
  }

  /** Result and money in one transaction. */
  private async land(purchaseId: string, markdown: string): Promise<PitchRun> {
    await this.database.transaction(async () => {
      if (!(await this.runs.lockWriting(purchaseId)) || !(await this.credits.settle(purchaseId))) {
        throw new PitchFailed('The pitch took so long that its credit has gone back.');
      }
      await this.runs.finish(purchaseId, markdown, this.drafter.id);
    });
    return this.ended(purchaseId);
  }

  /** Gives the credit back, unless the pitch was written after all and only the news of it got lost. */
  private async abort(purchaseId: string): Promise<PitchRun> {
    await this.database.transaction(async () => {
      if (!(await this.runs.lockWriting(purchaseId))) return;
      await this.credits.refund(purchaseId, 'no draft came of it');
      await this.runs.fail(purchaseId);
    });
    const run = await this.ended(purchaseId);
    if (run.state !== 'written') throw failed();
    return run;
  }

  private async bury(purchaseId: string): Promise<boolean> {
    return this.database.transaction(async () => {
      const run = await this.runs.lockWriting(purchaseId);
      if (!run?.is_dead) return false;
      await this.credits.refund(purchaseId, 'the process died');
      await this.runs.fail(purchaseId);
      return true;
    });
  }

  /** Waits for somebody else's flight. @returns null when it has to be begun anew, because whoever flew it died. */
  private async waitFor(purchaseId: string): Promise<PitchRun | null> {
    const patience = this.env.LLM_TIMEOUT_MS + LEASE_SECONDS * 1_000 + PATIENCE_BEYOND_TIMEOUT_MS;
    const run = await this.watch.until(`pitch:${purchaseId}`, patience, async () => {
      const row = await this.ended(purchaseId);
      return row.state === 'writing' && !row.is_dead ? null : row;
    });
    if (!run) throw stillWriting();
    if (run.is_dead) {
      await this.bury(purchaseId);
      return null;
    }
    if (run.state === 'failed') throw failed();
    return run;
  }

  private async ended(purchaseId: string): Promise<PitchRun> {
    const run = await this.runs.byPurchase(purchaseId);
    if (!run) throw new Error('A pitch has lost its row.');
    return run;
  }
}

const written = ({ id, markdown }: PitchRun): WrittenPitch => ({ id, markdown: markdown ?? '' });

const hashOf = ({ channels, features }: PitchBrief): string =>
  createHash('sha256')
    .update(JSON.stringify([channels, features]))
    .digest('hex');

const failed = (): ApplicationError => internalError('The pitch could not be generated; the credit was refunded');

const stillWriting = (): ApplicationError =>
  internalError('The same pitch is still being generated; look at GET /pitches in a moment');
