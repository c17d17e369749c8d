import type { IncomingMessage } from 'node:http';
import { isListed } from '#access/policy/access.policy.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import type { Caller } from '#platform/caller/caller.js';
import { ALERTS_TOOLS } from './alerts.tools.js';
import { BULK_TOOLS } from './bulk.tools.js';
import { INSIGHTS_TOOLS } from './insights.tools.js';
import { CATALOG } from './mcp.catalog.js';
import { RESEARCH_TOOLS } from './research.tools.js';
import type { Tool } from './tool.js';
import { USAGE_TOOLS } from './usage.tools.js';

/** The tools of each set, in the order in which clients list them. Without a choice, only the first set is listed. */
export const TOOLSETS = {
  default: CATALOG,
  insights: INSIGHTS_TOOLS,
  research: RESEARCH_TOOLS,
  alerts: ALERTS_TOOLS,
  usage: USAGE_TOOLS,
  bulk: BULK_TOOLS,
} as const satisfies Record<string, readonly Tool[]>;

type Toolset = keyof typeof TOOLSETS;

const NAMES = Object.keys(TOOLSETS) as Toolset[];
const ALL = 'all';
const YES = ['true', '1'];
const NO = ['false', '0'];

/** A parameter of the address with a value that does not exist. */
export interface ToolsetFault {
  parameter: 'toolsets' | 'readonly';
  allowed: readonly string[];
}

export const isToolsetFault = (chosen: readonly Tool[] | ToolsetFault): chosen is ToolsetFault => 'allowed' in chosen;

/**
 * The tools of the sets that a request names, with commas, in the header `X-MCP-Toolsets` or else in the query parameter
 * `toolsets`. With `readonly=1`, only those that neither write nor spend.
 */
export function chosenTools({ headers, url = '' }: IncomingMessage): readonly Tool[] | ToolsetFault {
  const query = new URLSearchParams(url.split('?')[1]);
  const names = [headers['x-mcp-toolsets'] ?? query.getAll('toolsets')]
    .flat()
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const existing: readonly string[] = [...NAMES, ALL];
  if (names.some((name) => !existing.includes(name))) return { parameter: 'toolsets', allowed: existing };
  const chosen = names.length === 0 ? ['default'] : names;
  const tools = NAMES.filter((name) => chosen.includes(name) || chosen.includes(ALL)).flatMap(
    (name): readonly Tool[] => TOOLSETS[name],
  );
  const wishes = readOnlyWishes(query);
  if (wishes.some((wish) => ![...YES, ...NO].includes(wish)))
    return { parameter: 'readonly', allowed: [...YES, ...NO] };
  return wishes.some((wish) => YES.includes(wish)) ? tools.filter(({ hints }) => hints.readOnlyHint) : tools;
}

/** The values of `readonly`. Neither its name nor its values depend on case, so that no spelling lets tools write. */
const readOnlyWishes = (query: URLSearchParams): string[] =>
  [...query].filter(([name]) => name.toLowerCase() === 'readonly').map(([, value]) => value.toLowerCase());

/**
 * The names of the chosen tools that a caller lists. An unlisted tool that is called answers with its requirement. Only
 * paid teams have sets other than the default, which others list instead.
 */
export function listedTools(chosen: readonly Tool[], caller: Caller): string[] {
  const isPaid = caller.lane !== 'anonymous' && isPaidTeam(caller.team);
  const tools = isPaid ? chosen : CATALOG;
  return tools
    .filter(({ operation, needsBudget }) => isListed(operation, caller) && (!needsBudget || maySpend(caller)))
    .map(({ name }) => name);
}

/** A key lists all tools. */
const maySpend = (caller: Caller): boolean =>
  caller.lane === 'key' || (caller.lane === 'oauth' && caller.budget !== null);
