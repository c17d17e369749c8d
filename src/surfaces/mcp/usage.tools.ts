import { createQuote } from '#workspace/bulk/quotes.operations.js';
import { QuotesService } from '#workspace/bulk/quotes.service.js';
import { getUsage, listLedger } from '#workspace/usage/usage.operations.js';
import { UsageService } from '#workspace/usage/usage.service.js';
import { entrySummaries } from './list.views.js';
import { afterQuote, whenEmpty } from './tool.advice.js';
import { type Tool, tool } from './tool.js';

/** Tools about spending and prices. */
export const USAGE_TOOLS: readonly Tool[] = [
  tool(getUsage, UsageService, {
    title: 'Read the spending',
    description:
      'Credits spent in a period, by day, action and key. Use it to break spending down by person or key. A refund counts on the day of its ' +
      'charge. Free.',
    call: (usage, { caller, input }) => usage.usage(caller, input.query),
  }),
  tool(listLedger, UsageService, {
    name: 'get_ledger',
    title: 'Read the ledger',
    description:
      'Every movement of credits, each with the balance after it, newest first, in short. Use it to explain the balance. ' +
      'Free.',
    view: entrySummaries,
    advise: whenEmpty('No credits have moved yet.', 'No entry matches all filters. Leave some of them out.'),
    call: (usage, { caller, input }) => usage.ledger(caller, input.query),
  }),
  tool(createQuote, QuotesService, {
    name: 'quote',
    title: 'Price paid calls',
    description:
      'What up to 100 paid calls would cost now, as if bought one after another, and why one would be refused. Use it ' +
      'before several calls that cost credits. Buys nothing. Free.',
    advise: afterQuote,
    call: (quotes, { caller, input }) => quotes.quote(caller, input.body.items),
  }),
];
