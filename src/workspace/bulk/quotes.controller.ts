import { Controller, Post } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import { createQuote, type PriceQuote } from './quotes.operations.js';
import { QuotesService } from './quotes.service.js';

@Controller('api/v1/quotes')
export class QuotesController {
  constructor(private readonly quotes: QuotesService) {}

  @Post()
  @Serves(createQuote)
  create(@Call() { caller, input }: CallOf<typeof createQuote>): Promise<PriceQuote> {
    return this.quotes.quote(caller, input.body.items);
  }
}
