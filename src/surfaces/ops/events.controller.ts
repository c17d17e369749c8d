import { Controller, Get, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { BillingService } from '#accounts/billing/billing.service.js';
import { FailedDeliveries } from '#platform/events/failed-deliveries.service.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { EventsPage } from './events.page.js';
import { OperatorGuard } from './operator.guard.js';

const LIST = '/ops/events';
const LISTED = 100;

/** The events that failed for good: those for features, and those of the billing provider. */
@Controller('ops/events')
@OpenRoute('operators have separate credentials')
@UseGuards(OperatorGuard)
export class EventsController {
  constructor(
    private readonly deliveries: FailedDeliveries,
    private readonly billing: BillingService,
  ) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    const [deliveries, waiting, billing] = await Promise.all([
      this.deliveries.list(),
      this.deliveries.undelivered(),
      this.billing.events(LISTED, true),
    ]);
    sendPlainPage(response, 200, EventsPage({ deliveries, waiting, billing }));
  }

  @Post('retry')
  async retry(@Res() response: Response): Promise<void> {
    await this.deliveries.retry(null);
    response.redirect(303, LIST);
  }

  @Post('billing/retry')
  async retryBilling(@Res() response: Response): Promise<void> {
    await this.billing.retry(null);
    response.redirect(303, LIST);
  }
}
