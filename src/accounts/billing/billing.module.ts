import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { ENV, type Env } from '#config/env.js';
import { BillingCustomer } from './billing-customer.entity.js';
import { BillingEvent } from './billing-event.entity.js';
import { BillingPayment } from './billing-payment.entity.js';
import { BILLING_PROVIDER, type BillingProvider } from './billing.provider.js';
import { BillingQueries } from './billing.queries.js';
import { BillingService } from './billing.service.js';
import { BillingSubscription } from './billing-subscription.entity.js';

/** The library of Stripe is loaded only where it is used. */
async function providerOf(env: Env): Promise<BillingProvider | null> {
  if (env.BILLING_PROVIDER === 'none') return null;
  const { StripeProvider } = await import('./stripe.provider.js');
  return new StripeProvider(env);
}

@Module({
  imports: [
    TypeOrmModule.forFeature([BillingCustomer, BillingEvent, BillingPayment, BillingSubscription]),
    TeamsModule,
    CreditsModule,
  ],
  providers: [BillingService, BillingQueries, { provide: BILLING_PROVIDER, useFactory: providerOf, inject: [ENV] }],
  exports: [BillingService, BILLING_PROVIDER],
})
export class BillingModule {}
