import { Controller, Get, Inject, Res, UseGuards } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Response } from 'express';
import { BillingService } from '#accounts/billing/billing.service.js';
import { PlanRequests } from '#accounts/billing/plan-requests.service.js';
import { SourcesService } from '#market/sources/sources.service.js';
import type { RedisConnection } from '#platform/cache/redis.connection.js';
import { REDIS } from '#platform/cache/redis.token.js';
import { BackupsService } from '#platform/backups/backups.service.js';
import { FailedDeliveries } from '#platform/events/failed-deliveries.service.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { countsOf } from '#platform/queues/queue.counts.js';
import { DetectionProgressService } from '#workspace/opportunities/detection/detection-progress.service.js';
import { PrivacyRequests } from '#workspace/personal-data/privacy-requests.service.js';
import { OperatorGuard } from '../operator.guard.js';
import { QueueRegistry } from '../queue-registry.js';
import { oldestSecondsOf } from '../waited-seconds.js';
import { OverviewPage, type QueueState } from './overview.page.js';
import { OverviewQueries } from './overview.queries.js';

/** Queue commands wait for Redis without a limit. The page does not. */
const REDIS_MS = 2_000;

/** The start page of operators: what runs, what waits, what failed, and the credits of the last day. */
@Controller('ops')
@OpenRoute('operators have separate credentials')
@UseGuards(OperatorGuard)
export class OverviewController {
  constructor(
    private readonly queries: OverviewQueries,
    private readonly queues: QueueRegistry,
    private readonly detection: DetectionProgressService,
    private readonly deliveries: FailedDeliveries,
    private readonly billing: BillingService,
    private readonly requests: PlanRequests,
    private readonly sources: SourcesService,
    private readonly privacy: PrivacyRequests,
    private readonly backups: BackupsService,
    @Inject(REDIS) private readonly redis: RedisConnection,
  ) {}

  @Get()
  async show(@Res() response: Response): Promise<void> {
    const queues = await this.readQueues();
    const [credits, failedRuns, mails, textsWaiting] = await Promise.all([
      this.queries.creditsOfDay(),
      this.queries.failedRunsOfDay(),
      this.queries.mailsByState(),
      this.detection.waiting(),
    ]);
    const [backups, parked, billing, requests, sources, people] = await Promise.all([
      this.backups.standing(),
      this.deliveries.count(),
      this.billing.backlog(),
      this.requests.list(),
      this.sources.list(),
      this.privacy.list(),
    ]);
    const openRequests = requests.filter(({ state }) => state === 'open').length;
    const failedEvents = parked.reduce((sum, { failed }) => sum + failed, 0) + billing.failed;
    const page = {
      queues,
      credits,
      failedRuns,
      mails,
      textsWaiting,
      failedEvents,
      openRequests,
      peopleWaiting: people.length,
      sources,
      backups,
    };
    sendPlainPage(response, 200, OverviewPage(page));
  }

  /** Null while Redis does not answer. */
  private async readQueues(): Promise<QueueState[] | null> {
    const queues = this.queues.queues();
    const read = this.redis.ping().then(() => Promise.all(queues.map(stateOf)));
    const timeout = new Promise<never>((_, reject) => setTimeout(reject, REDIS_MS).unref());
    return Promise.race([read, timeout]).catch(() => null);
  }
}

async function stateOf(queue: Queue): Promise<QueueState> {
  const [{ workers, waiting, prioritized, active, failed }, oldest] = await Promise.all([
    countsOf(queue),
    oldestSecondsOf(queue),
  ]);
  const oldestSeconds = Math.round(oldest);
  return { name: queue.name, workers, waiting: waiting + prioritized, active, failed, oldestSeconds };
}
