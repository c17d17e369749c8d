import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { ENV, type Env } from '#config/env.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { inJobSpan } from '#platform/tracing/tracing.js';
import { type ClaimedDelivery, WebhookDeliveriesQueries } from './webhook-deliveries.queries.js';
import { WebhookOutcomes } from './webhook-outcomes.service.js';
import { WebhookSender } from './webhook.sender.js';
import { SEND_WEBHOOKS } from './webhooks.jobs.js';

const POLL_SECONDS = 2;

/**
 * Makes due deliveries, many at the same time: a receiver that hangs delays only its own requests. Rows are
 * authoritative; a job or a free slot only makes this worker read them.
 */
@Injectable()
export class WebhookDispatcher implements BeforeApplicationShutdown {
  private readonly log = new Logger(WebhookDispatcher.name);
  private readonly running = new Set<Promise<void>>();
  private readonly attempts: Counter<'outcome'>;
  private looking: Promise<number> | null = null;
  private isAskedAgain = false;
  private isStopping = false;

  constructor(
    private readonly deliveries: WebhookDeliveriesQueries,
    private readonly sender: WebhookSender,
    private readonly outcomes: WebhookOutcomes,
    @Inject(ENV) private readonly env: Env,
    registry: Registry,
  ) {
    this.attempts = new Counter({
      name: 'qualm_webhook_attempts_total',
      help: 'Requests to webhook endpoints by outcome (succeeded, or the reason of the failure)',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  /** Starts the attempts that are due. Does not wait for them. @returns how many started. */
  @OnDue({ name: SEND_WEBHOOKS, everySeconds: POLL_SECONDS, notified: true })
  async dispatch(): Promise<number> {
    this.isAskedAgain = true;
    if (this.looking) return this.looking;
    this.looking = this.look().finally(() => {
      this.looking = null;
      if (this.isAskedAgain && !this.isStopping) this.dispatchSoon();
    });
    return this.looking;
  }

  /** Waits for the running attempts. Those of a worker that dies are repeated after their lease. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.running);
  }

  private async look(): Promise<number> {
    let started = 0;
    while (this.isAskedAgain && !this.isStopping) {
      this.isAskedAgain = false;
      const free = this.env.WEBHOOK_CONCURRENCY - this.running.size;
      if (free <= 0) break;
      const claimed = await this.deliveries.claim(free);
      for (const delivery of claimed) this.start(delivery);
      started += claimed.length;
    }
    return started;
  }

  private dispatchSoon(): void {
    this.dispatch().catch((error: unknown) => this.log.error({ error }, 'due webhooks could not be claimed'));
  }

  private start(delivery: ClaimedDelivery): void {
    const attempt = inJobSpan(SEND_WEBHOOKS, undefined, () => this.attempt(delivery))
      .catch((error: unknown) => this.log.error({ error, deliveryId: delivery.id }, 'webhook not sent'))
      .finally(() => {
        this.running.delete(attempt);
        // A slot is free, for the next delivery of the same endpoint too.
        this.dispatchSoon();
      });
    this.running.add(attempt);
  }

  private async attempt(delivery: ClaimedDelivery): Promise<void> {
    const outcome = await this.sender.send(delivery);
    if (!outcome) return;
    await this.outcomes.record(delivery, outcome);
    this.attempts.inc({ outcome: outcome.error ?? 'succeeded' });
  }
}
