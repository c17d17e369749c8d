import { Module } from '@nestjs/common';
import { BillingModule } from './billing.module.js';
import { BillingWebhookController } from './billing-webhook.controller.js';

@Module({ imports: [BillingModule], controllers: [BillingWebhookController] })
export class BillingApiModule {}
