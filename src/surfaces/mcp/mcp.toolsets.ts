import type { IncomingMessage } from 'node:http';
import { isListed } from '#access/policy/access.policy.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import type { Caller } from '#platform/caller/caller.js';
import { ALERTS_TOOLS } from './alerts.tools.js';
import { BULK_TOOLS } from './bulk.tools.js';
import { INSIGHTS_TOOLS } from './insights.tools.js';
import { CATALOG } from './mcp.catalog.js';
import type { Tool } from './tool.js';
import { USAGE_TOOLS } from './usage.tools.js';

/** The tools of each set, in the order in which clients list them. Without a choice, only the first set is listed. */
export const TOOLSETS = {
  default: CATALOG,
  insights: INSIGHTS_TOOLS,
  alerts: ALERTS_TOOLS,
  usage: USAGE_TOOLS,
  bulk: BULK_TOOLS,
} as const satisfies Record<string, readonly Tool[]>;

export type Toolset = keyof typeof TOOLSETS;

const NAMES = Object.keys(TOOLSETS) as Toolset[];
const ALL = 'all';

/** The tool sets that a request may name. */
export const ALLOWED_TOOLSETS: readonly string[] = [...NAMES, ALL];

/**
 * The sets that a request names, with commas, in the header `X-MCP-Toolsets` or else in the query parameter `toolsets`.
 * @returns null if it names a set that does not exist
 */
export function readToolsets({ headers, url = '' }: IncomingMessage): Toolset[] | null {
  const chosen = headers['x-mcp-toolsets'] ?? new URLSearchParams(url.split('?')[1]).getAll('toolsets');
  const names = [chosen]
    .flat()
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.some((name) => !ALLOWED_TOOLSETS.includes(name))) return null;
  if (names.includes(ALL)) return NAMES;
  return names.length === 0 ? ['default'] : NAMES.filter((name) => names.includes(name));
}

/** The names of the tools of some sets that a caller lists. Only paid teams have sets other than the default. */
export function listedTools(toolsets: readonly Toolset[], caller: Caller): string[] {
  const isPaid = caller.lane !== 'anonymous' && isPaidTeam(caller.team);
  const names: readonly Toolset[] = isPaid ? toolsets : ['default'];
  return names
    .flatMap((name): readonly Tool[] => TOOLSETS[name])
    .filter(({ operation, needsBudget }) => isListed(operation, caller) && (!needsBudget || maySpend(caller)))
    .map(({ name }) => name);
}

/** The names of the tools of some sets that a caller may call. An unlisted tool answers with its requirement. */
export const calledTools = (toolsets: readonly Toolset[]): string[] =>
  toolsets.flatMap((name): readonly Tool[] => TOOLSETS[name]).map(({ name }) => name);

/** A key lists all tools. */
const maySpend = (caller: Caller): boolean =>
  caller.lane === 'key' || (caller.lane === 'oauth' && caller.budget !== null);
