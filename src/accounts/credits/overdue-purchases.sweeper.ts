import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { RecurringTask } from '#platform/queues/recurring-task.js';
import { CreditsService } from './credits.service.js';

/** Features refund their own late work first. */
const GRACE_SECONDS = 60;

/** The safety net: whatever a feature neither settled nor refunded in time goes back to who paid. Harmless in several workers. */
@Injectable()
export class OverduePurchasesSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(OverduePurchasesSweeper.name);
  private readonly rounds: RecurringTask;

  constructor(
    private readonly credits: CreditsService,
    @Inject(ENV) env: Env,
  ) {
    this.rounds = new RecurringTask('sweep of purchases', env.SWEEP_INTERVAL_SECONDS * 1_000, () => this.sweep());
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }

  /** One round. @returns how many purchases were refunded. */
  async sweep(): Promise<number> {
    const refunded = await this.credits.refundOverdue(GRACE_SECONDS);
    if (refunded > 0) this.log.warn(`${refunded} overdue purchases refunded`);
    return refunded;
  }
}
