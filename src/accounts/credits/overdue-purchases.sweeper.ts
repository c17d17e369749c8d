import { Injectable, Logger } from '@nestjs/common';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import { CreditsService } from './credits.service.js';

/** Features refund their own late work first. */
const GRACE_SECONDS = 60;

/** The safety net: refunds each purchase that its feature neither settled nor refunded in time. */
@Injectable()
export class OverduePurchasesSweeper {
  private readonly log = new Logger(OverduePurchasesSweeper.name);

  constructor(private readonly credits: CreditsService) {}

  /** @returns how many purchases were refunded. */
  @Periodic({ name: 'sweep-purchases', everySeconds: (env) => env.SWEEP_INTERVAL_SECONDS })
  async sweep(): Promise<number> {
    const refunded = await this.credits.refundOverdue(GRACE_SECONDS);
    if (refunded > 0) this.log.warn(`${refunded} overdue purchases refunded`);
    return refunded;
  }
}
