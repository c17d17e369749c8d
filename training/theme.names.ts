import { loadHeads } from '../src/analysis/model/heads.file.js';
import { readRecord } from '../src/analysis/report.collector.js';
import { draftReport } from '../src/analysis/report.drafter.js';
import { contentStems } from '../src/analysis/themes/problems/problem.namer.js';
import { quoteKey } from '../src/analysis/themes/quote.picker.js';
import { formThemes } from '../src/analysis/themes/theme.former.js';
import { REST } from '../src/analysis/themes/theme.types.js';
import { type DataFolder, type DataRow } from './data.js';
import { asReview } from './predictions.js';

const SETS = ['bulk-dropbox', 'bulk-youtube-dated', 'bulk-is22', 'mini-bar-en', 'ar-miner'];
const MIN_REVIEWS = 1000;
/** A name is supported if this share of its mentions contains all its content words. */
const MIN_SUPPORT = 0.5;

/** Counts over the reports on all products with 1,000 or more English reviews. */
export interface ThemeNameCounts {
  /** The number of themes of each report. */
  themes: number[];
  /** The share of the mentions of each report in its largest theme. */
  largest: number[];
  mentions: number;
  /** Mentions in themes with a name of their own. */
  named: number;
  /** Names of variants that state a problem. */
  names: number;
  supported: number;
  quotes: number;
  repeatedQuotes: number;
}

/** Forms the themes of every large product and counts what their names cover. */
export function countThemeNames(data: DataFolder): ThemeNameCounts {
  const counts: ThemeNameCounts = {
    ...{ themes: [], largest: [], mentions: 0, named: 0 },
    ...{ names: 0, supported: 0, quotes: 0, repeatedQuotes: 0 },
  };
  for (const [productName, rows] of largeProducts(data)) addProduct(counts, productName, rows);
  return counts;
}

function largeProducts(data: DataFolder): [string, DataRow[]][] {
  const products = new Map<string, DataRow[]>();
  for (const set of SETS) {
    for (const row of data.rows(`reviews/${set}`)) {
      const key = `${set}\n${row.product_name ?? ''}`;
      products.set(key, [...(products.get(key) ?? []), row]);
    }
  }
  return [...products]
    .filter(([, rows]) => rows.length >= MIN_REVIEWS)
    .map(([key, rows]) => [key.split('\n')[1] ?? '', rows]);
}

function addProduct(counts: ThemeNameCounts, productName: string, rows: readonly DataRow[]): void {
  const heads = loadHeads();
  const records = rows.map((row) => readRecord(asReview(row), heads));
  const groups = formThemes(records, productName);
  const sizes = groups.map(({ mentions }) => mentions.length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const rest = groups.find(({ family }) => family === REST)?.mentions.length ?? 0;
  counts.mentions += all;
  counts.named += all - rest;
  counts.themes.push(groups.filter(({ family }) => family !== REST).length);
  counts.largest.push(Math.max(...sizes) / all);
  for (const { family, variants, naming } of groups)
    for (const { name, kind, isSubfamily, mentions } of naming ? [naming, ...variants] : variants) {
      // Subfamilies have names that need not be in their sentences, as families do.
      if (kind === 'circumstance' || isSubfamily || family === REST) continue;
      const words = [...contentStems(name)];
      const holding = mentions.filter(({ complaint }) => {
        const said = contentStems(complaint.slice);
        return words.every((word) => said.has(word));
      });
      counts.names++;
      if (holding.length >= MIN_SUPPORT * mentions.length) counts.supported++;
    }
  const { themes } = draftReport({ records, context: { productName }, engineId: 'eval' });
  const quotes = themes.flatMap((theme) => theme.quotes.map(({ quoteText }) => quoteKey(quoteText)));
  counts.quotes += quotes.length;
  counts.repeatedQuotes += quotes.length - new Set(quotes).size;
}
