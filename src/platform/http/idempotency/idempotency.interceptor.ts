import { createHash } from 'node:crypto';
import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { concatMap, from, lastValueFrom, type Observable } from 'rxjs';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { type Lease, whileRenewing } from '#platform/database/lease.js';
import { RowWatch } from '#platform/database/row-watch.js';
import type { Operation } from '#platform/operations/operation.js';
import { OperationResult, PreparedWrite, resultOf } from '#platform/operations/operation.result.js';
import type { ApiRequest } from '../api-request.js';
import { idempotencyKeyInUse, idempotencyKeyReused } from '../http.failures.js';
import { idempotencyIdOf } from './idempotency.key.js';
import { IdempotencyStore } from './idempotency.queries.js';

/** The seconds in `Retry-After` while the first request is still running. */
const ASK_AGAIN_AFTER = 5;
const NO_BODY = createHash('sha256').digest();

/**
 * Executes a write with an `Idempotency-Key` once. Only successful responses are stored: a 4xx is decided before any
 * work begins, and a 500 has refunded its credit or says that the run goes on, so a client may retry both. The run itself
 * knows its key, and refuses another body. If the process dies, the next request
 * with the key executes the write again: a purchase joins the earlier one, a write with `keepsAnswerWithin` was rolled back, and the
 * others change nothing more, though a repeated deletion answers 404.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly log = new Logger(IdempotencyInterceptor.name);

  constructor(
    private readonly store: IdempotencyStore,
    private readonly watch: RowWatch,
    private readonly database: Database,
    @Inject(ENV) private readonly env: Env,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const id = idempotencyIdOf(request);
    if (!id) return next.handle().pipe(concatMap(completed));
    request.idempotencyId = id.toString('hex');
    return from(this.runOnce(id, request, http.getResponse<Response>(), next));
  }

  private async runOnce(id: Buffer, request: ApiRequest, response: Response, next: CallHandler): Promise<unknown> {
    const bodyHash = request.bodyHash ?? NO_BODY;
    const deadline = Date.now() + this.env.IDEMPOTENCY_WAIT_SECONDS * 1_000;
    let lease: Lease | null;
    while (!(lease = await this.store.claim(id, bodyHash))) {
      const known = await this.store.find(id);
      if (known?.is_expired) await this.store.forgetExpired(id);
      if (!known || known.is_expired) continue;
      if (!known.body_hash.equals(bodyHash)) throw idempotencyKeyReused();
      if (known.status !== null && known.body !== null) return replay(response, known.status, known.body);
      await this.waitForFirstRequest(id, response, deadline);
    }
    const claimed = lease;
    return whileRenewing(
      () => this.store.renew(claimed),
      () => this.run(claimed, request.operation, response, next),
    );
  }

  private async run(
    lease: Lease,
    operation: Operation | undefined,
    response: Response,
    next: CallHandler,
  ): Promise<unknown> {
    const isSecret = operation?.answersSecret ?? false;
    const keep = (returned: unknown): Promise<boolean> =>
      this.store.keep(lease, { status: response.statusCode, body: JSON.stringify(resultOf(returned)), isSecret });
    const handle = (): Promise<unknown> => lastValueFrom(next.handle());
    let returned: unknown;
    try {
      const work = operation?.keepsAnswerWithin === 'prepared' ? await preparedBy(handle) : handle;
      if (operation?.keepsAnswerWithin) return await this.database.transaction(() => keptWith(work, keep));
      returned = await work();
    } catch (error) {
      await this.quietly(this.store.forget(lease));
      throw error;
    }
    // An earlier request with the key died before it stored its response. A purchase is that of the earlier request.
    if (lease.attempt > 1) markReplayed(response);
    // The work is done, so the client gets the response even if storing it fails.
    await this.quietly(keep(returned));
    return returned;
  }

  private async waitForFirstRequest(id: Buffer, response: Response, deadline: number): Promise<void> {
    const ended = await this.watch.until(`idempotency:${id.toString('hex')}`, deadline - Date.now(), async () =>
      (await this.store.isRunning(id)) ? null : true,
    );
    if (ended) return;
    response.setHeader('Retry-After', ASK_AGAIN_AFTER);
    throw idempotencyKeyInUse();
  }

  private async quietly(writing: Promise<unknown>): Promise<void> {
    await writing.catch((error: unknown) => this.log.warn({ error }, 'the idempotency key could not be written'));
  }
}

/** Does the work and keeps its answer, or fails if another request has the key by now, so that the work is rolled back. */
async function keptWith(work: () => Promise<unknown>, keep: (returned: unknown) => Promise<boolean>): Promise<unknown> {
  const returned = await work();
  if (!(await keep(returned))) throw idempotencyKeyInUse();
  return returned;
}

/** The write that a handler has prepared. */
async function preparedBy(handle: () => Promise<unknown>): Promise<() => Promise<unknown>> {
  const returned = await handle();
  if (!(returned instanceof PreparedWrite)) throw new Error('The handler has to return a PreparedWrite.');
  return () => returned.complete() as Promise<unknown>;
}

const completed = async (returned: unknown): Promise<unknown> =>
  returned instanceof PreparedWrite ? (returned.complete() as Promise<unknown>) : returned;

const REPLAYED = 'Idempotent-Replayed';

const markReplayed = (response: Response): Response => response.setHeader(REPLAYED, 'true');

/** Whether the answer is that of an earlier request with the same key. */
export const isReplayed = (response: Response): boolean => response.hasHeader(REPLAYED);

function replay(response: Response, status: number, body: string): OperationResult<unknown> {
  markReplayed(response.status(status));
  const { data, meta } = JSON.parse(body) as OperationResult<unknown>;
  return new OperationResult(data, meta);
}
