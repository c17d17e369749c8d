import { completable, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { decide } from '#access/policy/access.policy.js';
import type { Caller } from '#platform/caller/caller.js';
import { listOpportunities } from '#workspace/opportunities/opportunities.operations.js';
import type { Completions } from './mcp.completions.js';

const productName = z.string().min(1).max(200);

const battleCardArguments = (completions: Completions) =>
  z.object({
    product: completable(productName.describe('Your product'), (value) => completions.productNames(value)),
    competitor: completable(productName.describe('The product you sell against'), (value) =>
      completions.productNames(value),
    ),
  });

const focus = z.string().max(200);

const triageArguments = (completions: Completions) => {
  // `describe` returns another schema, because a schema can be made completable only once.
  const described = focus.describe('The focus of this week, such as a product, an industry or a country');
  return z.object({ focus: completable(described, (value) => completions.followedNames(value)).optional() });
};

/** The tools that a prompt tells an assistant to call. */
const BATTLE_CARD_TOOLS = ['search_products', 'get_pain_points', 'get_competitors'];
const TRIAGE_TOOLS = ['list_opportunities', 'get_opportunity', 'update_opportunity'];

/** Prompts for work that takes several tools, where all of these are listed. A key lists tools that it may not use. */
export function registerPrompts(
  server: McpServer,
  caller: Caller,
  listed: readonly string[],
  completions: Completions,
): void {
  const hasAll = (tools: readonly string[]): boolean => tools.every((name) => listed.includes(name));
  if (hasAll(BATTLE_CARD_TOOLS)) registerBattleCard(server, completions);
  if (hasAll(TRIAGE_TOOLS) && !decide(listOpportunities, caller, 'tool')) registerTriage(server, completions);
}

function registerBattleCard(server: McpServer, completions: Completions): void {
  server.registerPrompt(
    'battle_card',
    {
      title: 'Battle card',
      description:
        'One page for selling against a competitor, based on the complaints of its users. Uses free tools only.',
      argsSchema: battleCardArguments(completions),
    },
    ({ product, competitor }) => userMessage(battleCard(product, competitor)),
  );
}

function registerTriage(server: McpServer, completions: Completions): void {
  server.registerPrompt(
    'weekly_triage',
    {
      title: 'Weekly triage',
      description:
        'Goes through the new opportunities, sorts them and suggests whom to contact first. Spends no credits.',
      argsSchema: triageArguments(completions),
    },
    ({ focus: wanted }) => userMessage(weeklyTriage(wanted)),
  );
}

const userMessage = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
});

const battleCard = (product: string, competitor: string): string =>
  `Write a one-page battle card for selling ${product} against ${competitor}.

1. Find both with search_products; if a name fits several products, ask me which one.
2. Read get_pain_points of both, and get_competitors of ${competitor}. For more quotes of a theme, set theme.
3. Write: the weaknesses of ${competitor} (theme, trend, number of mentions, one verbatim quote with its source), where ${product} is no better, three questions to ask a prospect, and what not to claim.

Quote only the reports. If a report is missing, say so instead of guessing. Do not generate one without asking me, because it costs a credit.`;

const weeklyTriage = (wanted: string | undefined): string =>
  `Triage this week's new sales opportunities${wanted ? `, with a focus on ${wanted}` : ''}.

1. Page through list_opportunities with status new, watchlist true and created_after seven days ago, sorted by -score; if nothing is followed yet, leave watchlist out.
2. Sort them into three groups: write now, watch, dismiss. Give one line of evidence each, verbatim; get_opportunity has a cut quote in full.
3. Show me the groups and wait. Only after I agree, set status and is_viewed with update_opportunity.
4. For the three best, say what a message should mention. Do not unlock contacts or generate pitches without asking me: each costs a credit.`;
