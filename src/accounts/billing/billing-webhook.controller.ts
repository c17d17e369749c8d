import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import express, { type Request, type Response } from 'express';
import { invalidRequest } from '#platform/errors/application-error.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { SignatureInvalid } from './billing.provider.js';
import { BillingService } from './billing.service.js';

const MAX_BYTES = 262_144;
const readBytes = express.raw({ limit: MAX_BYTES, type: () => true, inflate: false });

/** Receives the events of Stripe. */
@Controller('api/v1/billing/stripe')
@OpenRoute('Stripe signs its events')
export class BillingWebhookController {
  constructor(private readonly billing: BillingService) {}

  /**
   * Stores an event, known or not, and answers 200. A failure of the database is 500, so that Stripe sends the event again.
   * @throws 400 for a body of more than 256 KB and a signature that is missing, wrong or older than five minutes
   */
  @Post('webhook')
  @HttpCode(200)
  async receive(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<{ received: true }> {
    this.billing.demandProvider();
    const body = await bytesOf(request, response);
    try {
      await this.billing.receive(body, request.get('stripe-signature') ?? '');
    } catch (error) {
      if (error instanceof SignatureInvalid) throw invalidRequest('The event is not signed by Stripe, or too old');
      throw error;
    }
    return { received: true };
  }
}

const bytesOf = (request: Request, response: Response): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    readBytes(request, response, (error?: unknown) => {
      if (error !== undefined) reject(invalidRequest(`An event has at most ${MAX_BYTES} bytes, without compression`));
      else resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
    }),
  );
