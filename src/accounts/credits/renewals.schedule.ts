import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { RenewalsService } from './renewals.service.js';

const EVERY_MS = 60_000;

/** Looks for ended periods every minute, and once at the start for those that ended while nobody looked. */
@Injectable()
export class RenewalsSchedule implements OnApplicationBootstrap {
  private readonly log = new Logger(RenewalsSchedule.name);

  constructor(private readonly renewals: RenewalsService) {}

  onApplicationBootstrap(): Promise<void> {
    return this.renew();
  }

  @Interval(EVERY_MS)
  async renew(): Promise<void> {
    try {
      const renewed = await this.renewals.renewDue();
      if (renewed > 0) this.log.log(`Renewed ${renewed} periods`);
    } catch (error) {
      this.log.error({ error }, 'ended periods were not looked for');
    }
  }
}
