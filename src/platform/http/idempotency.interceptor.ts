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
import { from, lastValueFrom, type Observable } from 'rxjs';
import { v4 as uuidv4 } from 'uuid';
import { ENV, type Env } from '#config/env.js';
import { whileRenewing } from '#platform/database/lease.js';
import { RowWatch } from '#platform/database/row-watch.js';
import { resultOf } from '#platform/operations/operation.result.js';
import { OperationResult } from '#platform/operations/pagination.dto.js';
import type { ApiRequest } from './api-request.js';
import { idempotencyKeyInUse, idempotencyKeyReused } from './http.failures.js';
import { idempotencyIdOf } from './idempotency.key.js';
import { IdempotencyStore } from './idempotency.queries.js';

const NO_BODY = createHash('sha256').digest();

/**
 * Executes a write with an `Idempotency-Key` once. Only successful responses are stored: a 4xx is decided before any
 * work begins, and a 500 has refunded its credit, so a client may retry both. If the process dies, the next request
 * with the key executes the write again. It then joins an open purchase instead of buying twice.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly log = new Logger(IdempotencyInterceptor.name);

  constructor(
    private readonly store: IdempotencyStore,
    private readonly watch: RowWatch,
    @Inject(ENV) private readonly env: Env,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const id = idempotencyIdOf(request);
    if (!id) return next.handle();
    request.idempotencyId = id.toString('hex');
    return from(this.runOnce(id, request, http.getResponse<Response>(), next));
  }

  private async runOnce(id: Buffer, request: ApiRequest, response: Response, next: CallHandler): Promise<unknown> {
    const bodyHash = request.bodyHash ?? NO_BODY;
    const owner = uuidv4();
    const deadline = Date.now() + this.env.IDEMPOTENCY_WAIT_SECONDS * 1_000;
    while (!(await this.store.claim(id, bodyHash, owner))) {
      const known = await this.store.find(id);
      if (!known) continue;
      if (!known.body_hash.equals(bodyHash)) throw idempotencyKeyReused();
      if (known.status !== null && known.body !== null) return replay(response, known.status, known.body);
      await this.waitForFirstRequest(id, deadline);
    }
    return whileRenewing(
      () => this.store.renew(id, owner),
      () => this.run(id, owner, response, next),
    );
  }

  private async run(id: Buffer, owner: string, response: Response, next: CallHandler): Promise<unknown> {
    let returned: unknown;
    try {
      returned = await lastValueFrom(next.handle());
    } catch (error) {
      await this.quietly(this.store.release(id, owner));
      throw error;
    }
    // The work is done, so the client gets the response even if storing it fails.
    await this.quietly(this.store.keep(id, owner, response.statusCode, JSON.stringify(resultOf(returned))));
    return returned;
  }

  private async waitForFirstRequest(id: Buffer, deadline: number): Promise<void> {
    const ended = await this.watch.until(`idempotency:${id.toString('hex')}`, deadline - Date.now(), async () =>
      (await this.store.isRunning(id)) ? null : true,
    );
    if (!ended) throw idempotencyKeyInUse();
  }

  private async quietly(writing: Promise<void>): Promise<void> {
    await writing.catch((error: unknown) => this.log.warn({ error }, 'the idempotency key could not be written'));
  }
}

function replay(response: Response, status: number, body: string): OperationResult<unknown> {
  response.status(status).setHeader('Idempotent-Replayed', 'true');
  const { data, meta } = JSON.parse(body) as OperationResult<unknown>;
  return new OperationResult(data, meta);
}
