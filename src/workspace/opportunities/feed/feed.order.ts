import { FRUSTRATION_TIERS } from '#analysis/analysis.types.js';
import type { Position } from '#platform/operations/cursors.js';
import { type OpportunitySort } from '../opportunity.vocabulary.js';

export interface Statement {
  text: string;
  values: unknown[];
}

/** The SQL names of the columns that define the order of a listing. */
export interface OrderColumns {
  id: string;
  createdAt: string;
  /** The own date of the text, or the time of detection where the text has no earlier date. */
  datedAt: string;
  /** The columns of the order by the own date. */
  dated: readonly string[];
  frustrationRank: string;
  score: string;
}

export const OF_OPPORTUNITY: OrderColumns = {
  id: 'opportunity.id',
  createdAt: 'opportunity.created_at',
  datedAt: 'opportunity.dated_at',
  dated: ['opportunity.dated_at', 'opportunity.created_at', 'opportunity.id'],
  frustrationRank: 'opportunity.frustration_rank',
  score: 'opportunity.score',
};

/** Frustration tiers with their ranks in the order of a listing. */
export const RANKS = FRUSTRATION_TIERS.map((tier, index) => ({ tier, rank: index + 1 }));

export type Bind = (value: unknown) => string;

/** Adds a value to the values of a statement and returns its placeholder. */
export const binding =
  (values: unknown[]): Bind =>
  (value) =>
    `$${values.push(value)}`;

/** The WHERE of conditions, of which two filters may have the same. */
export const whereOf = (conditions: readonly string[]): string =>
  conditions.length > 0 ? `WHERE ${[...new Set(conditions)].join(' AND ')}` : '';

/** The columns that order a listing. Within a frustration tier the newest comes first, within a score the latest text. */
function orderColumnsOf(
  { createdAt, dated, id, frustrationRank, score }: OrderColumns,
  sort: OpportunitySort,
): readonly string[] {
  if (isByOwnDate(sort)) return dated;
  if (sort === '-score') return [score, ...dated];
  return sort === '-frustration' ? [frustrationRank, createdAt, id] : [createdAt, id];
}

const isDescending = (sort: OpportunitySort): boolean => sort.startsWith('-');

/** The ORDER BY of a listing. All its columns have the same direction. */
export const orderOf = (columns: OrderColumns, sort: OpportunitySort): string =>
  orderColumnsOf(columns, sort)
    .map((column) => (isDescending(sort) ? `${column} DESC` : column))
    .join(', ');

/** The order of a listing, and the values of the order of the item after which the page begins. */
interface Place {
  sort: OpportunitySort;
  after?: Position | null;
}

/** The condition that a row comes after the place where the last page ended. */
export function placeConditions({ after, sort }: Place, columns: OrderColumns, bind: Bind): string[] {
  if (!after) return [];
  const place = after.map((value) => bind(value)).join(', ');
  return [`(${orderColumnsOf(columns, sort).join(', ')}) ${isDescending(sort) ? '<' : '>'} (${place})`];
}

/** A row of a listing, with the columns of its order. */
export interface FeedRow {
  id: string;
  created_at: Date;
  dated_at?: Date;
  frustration_rank?: number;
  score?: number;
}

/** The names of the columns in `FeedRow`. */
const OF_ROW: OrderColumns = {
  id: 'id',
  createdAt: 'created_at',
  datedAt: 'dated_at',
  dated: ['dated_at', 'created_at', 'id'],
  frustrationRank: 'frustration_rank',
  score: 'score',
};

/** The SELECT list of an order: its own columns alone, so that its index is enough to skip the pages before. */
export function selectListOf(columns: OrderColumns, sort: OpportunitySort): string {
  const names = orderColumnsOf(OF_ROW, sort);
  return orderColumnsOf(columns, sort)
    .map((column, index) => `${column} AS ${names[index]}`)
    .join(', ');
}

/** The place of a row in its order. */
export const positionOf = (row: FeedRow, sort: OpportunitySort): Position =>
  orderColumnsOf(OF_ROW, sort).map((column) => {
    const value = row[column as keyof FeedRow] ?? null;
    return value instanceof Date ? value.toISOString() : value;
  });

/** The condition that `column` has one of the wanted values. */
export function isOneOf(column: string, type: string, wanted: readonly unknown[], bind: Bind): string[] {
  const [only] = wanted;
  return [wanted.length === 1 ? `${column} = ${bind(only)}` : `${column} = ANY(${bind(wanted)}::${type}[])`];
}

/** Whether an order is by the own date of the texts. */
export const isByOwnDate = (sort: OpportunitySort): boolean => sort === 'published_at' || sort === '-published_at';
