import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { isTestTeam } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { WebhookDeliveriesQueries, type DeliveryRow } from './webhook-deliveries.queries.js';
import { type EndpointRow, WebhookEndpointsQueries } from './webhook-endpoints.queries.js';
import { WebhookDisabling } from './webhook-disabling.service.js';
import { retryDelay } from './webhook.retries.js';
import type { AttemptOutcome } from './webhook.sender.js';

const GONE = 410;
/** Attempts of a delivery in test mode. */
const TEST_ATTEMPTS = 3;
/** The first failure, two between, and the one that disables. */
const MIN_FAILURES = 4;

/** Tests and replays of single deliveries are not retried and do not affect the health of the endpoint. */
const isOrdinary = ({ origin }: DeliveryRow): boolean => origin === 'event' || origin === 'range';

/** Records the outcome of an attempt and its consequences, in one transaction. */
@Injectable()
export class WebhookOutcomes {
  constructor(
    private readonly database: Database,
    private readonly deliveries: WebhookDeliveriesQueries,
    private readonly endpoints: WebhookEndpointsQueries,
    private readonly disabling: WebhookDisabling,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @returns false if another attempt has taken over the delivery, or the delivery has ended. */
  record(claimed: DeliveryRow, outcome: AttemptOutcome): Promise<boolean> {
    return this.database.transaction(async () => {
      const endpoint = await this.endpoints.lockAny(claimed.endpoint_id);
      const delivery = await this.deliveries.lockClaimed(claimed);
      if (!endpoint || !delivery) return false;
      await this.deliveries.insertAttempt({
        delivery_id: delivery.id,
        number: delivery.attempts_made + 1,
        started_at: outcome.startedAt,
        duration_ms: outcome.durationMs,
        response_status: outcome.responseStatus,
        error: outcome.error,
        response_body: outcome.responseBody,
      });
      await this.end(delivery, outcome);
      if (isOrdinary(delivery)) await this.judge(endpoint, outcome);
      return true;
    });
  }

  private async end(delivery: DeliveryRow, outcome: AttemptOutcome): Promise<void> {
    if (outcome.error === null) return this.deliveries.endAttempt(delivery.id, 'succeeded', null);
    if (delivery.status === 'canceled') return this.deliveries.endAttempt(delivery.id, 'canceled', null);
    const isRetried = isOrdinary(delivery) && outcome.responseStatus !== GONE;
    const seconds = this.env.WEBHOOK_RETRY_SECONDS;
    const delays = isTestTeam(delivery.team_id) ? seconds.slice(0, TEST_ATTEMPTS) : seconds;
    const delay = isRetried ? retryDelay(delivery.attempts_made + 1, delays, outcome) : null;
    await this.deliveries.endAttempt(delivery.id, delay === null ? 'failed' : 'pending', delay);
  }

  /** The health of the endpoint after an attempt. */
  private async judge({ id }: EndpointRow, outcome: AttemptOutcome): Promise<void> {
    if (outcome.error === null) return this.endpoints.recordSuccess(id);
    const endpoint = await this.endpoints.recordFailure(id);
    if (endpoint.status === 'disabled' || endpoint.deleted_at) return;
    if (outcome.responseStatus === GONE) {
      await this.disabling.disable(endpoint.team_id, [endpoint], 'gone');
      await this.deliveries.cancelWaiting(id);
    } else if (endpoint.failures >= MIN_FAILURES && endpoint.failing_hours >= this.env.WEBHOOK_DISABLE_AFTER_HOURS) {
      await this.disabling.disable(endpoint.team_id, [endpoint], 'failing');
    } else await this.disabling.warn(endpoint);
  }
}
