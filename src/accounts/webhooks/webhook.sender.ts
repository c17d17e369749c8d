import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { EgressClient } from '#platform/egress/egress.client.js';
import { EgressError } from '#platform/egress/egress.error.js';
import { EncryptionService } from '#platform/encryption/encryption.service.js';
import type { AttemptError } from './webhook-attempt.entity.js';
import type { ClaimedDelivery, DeliveryRow } from './webhook-deliveries.queries.js';
import { SECRETS_TABLE } from './webhook-endpoints.service.js';
import { WebhookEndpointsQueries } from './webhook-endpoints.queries.js';
import { signed } from './webhook.signature.js';

const MAX_READ_BYTES = 65_536;
const MAX_KEPT_BYTES = 4_096;

/** The outcome of one request. */
export interface AttemptOutcome {
  startedAt: Date;
  durationMs: number;
  responseStatus: number | null;
  responseBody: string | null;
  /** Null for a 2xx status. */
  error: AttemptError | null;
  retryAfter: string | null;
}

/** The headers of a request, without signatures. */
export const plainHeadersOf = ({ id }: DeliveryRow, attempt: number): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Qualm-Webhooks/1',
  'x-delivery-id': id,
  'x-delivery-attempt': String(attempt),
});

/** Sends one request of a delivery. Never rejects because of the receiver. */
@Injectable()
export class WebhookSender {
  constructor(
    private readonly egress: EgressClient,
    private readonly endpoints: WebhookEndpointsQueries,
    private readonly encryption: EncryptionService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @returns null for an endpoint that was deleted since: without its secrets the request would have no signature */
  async send(delivery: ClaimedDelivery): Promise<AttemptOutcome | null> {
    const secrets = (await this.endpoints.liveSecrets([delivery.endpoint_id])).map(({ id, secret_encrypted }) =>
      this.encryption.decrypt(SECRETS_TABLE, id, secret_encrypted),
    );
    if (secrets.length === 0) return null;
    const startedAt = new Date();
    const began = performance.now();
    const took = (): number => Math.round(performance.now() - began);
    try {
      const answer = await this.egress.send({
        url: delivery.url,
        method: 'POST',
        headers: {
          ...plainHeadersOf(delivery, delivery.attempts_made + 1),
          ...signed(delivery.event_id, startedAt, delivery.body, secrets),
          'content-length': String(Buffer.byteLength(delivery.body)),
        },
        body: delivery.body,
        timeoutMs: this.env.WEBHOOK_TIMEOUT_MS,
        maxBytes: MAX_READ_BYTES,
      });
      const isSuccess = answer.status >= 200 && answer.status < 300;
      return {
        startedAt,
        durationMs: took(),
        responseStatus: answer.status,
        responseBody: storable(answer.body),
        error: isSuccess ? null : 'status',
        retryAfter: answer.headers['retry-after'] ?? null,
      };
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      const nothing = { responseStatus: null, responseBody: null, retryAfter: null };
      return { startedAt, durationMs: took(), error: error.fault, ...nothing };
    }
  }
}

/** The beginning of an answer as text. PostgreSQL cannot store NUL. */
const storable = (body: Buffer): string => body.subarray(0, MAX_KEPT_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');
