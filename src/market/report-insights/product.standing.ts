import { categoryName } from '#analysis/lexicon/taxonomy.js';
import { mentionsOf } from '#market/report-reading/report.comparison.js';
import type { RatedThemes } from '#market/report-reading/finished-reports.service.js';
import { shareInterval } from '#market/reports/share.interval.js';
import type { MentionRate, Standing, StandingInCategory } from './standing.operations.js';

/** The rates of a product and of its competitors together. Reports that read no review have no rates. */
export function standingOf(own: RatedThemes | null, others: readonly RatedThemes[]): Standing {
  const rated = others.filter(({ textsRead }) => textsRead > 0);
  const read = rated.reduce((sum, { textsRead }) => sum + textsRead, 0);
  const known = { competitors: rated.length, competitor_reviews: read };
  if (!own?.textsRead || rated.length === 0) return { ...known, categories: [] };
  const counts = rated.map(({ themes }) => mentionsOf(themes));
  const categories = [...mentionsOf(own.themes)].map(([id, mentions]): StandingInCategory => {
    const product = rateOf(mentions, own.textsRead);
    const competitors = rateOf(
      counts.reduce((sum, count) => sum + (count.get(id) ?? 0), 0),
      read,
    );
    const theme_ids = own.themes.filter(({ categoryId }) => categoryId === id).map(({ theme_id }) => theme_id);
    return { category: categoryName(id), theme_ids, product, competitors, standing: judge(product, competitors) };
  });
  return { ...known, categories: categories.sort((a, b) => b.product.per_hundred - a.product.per_hundred) };
}

/** Mentions per 100 texts read, with a 95 % interval. */
export function rateOf(mentions: number, read: number): MentionRate {
  const { share, share_low, share_high } = shareInterval(mentions, read);
  return { per_hundred: perHundred(share), low: perHundred(share_low), high: perHundred(share_high) };
}

/** As many decimals as the share has. */
const perHundred = (share: number): number => Math.round(share * 1e8) / 1e6;

/** Intervals that overlap may differ by chance. */
function judge(product: MentionRate, competitors: MentionRate): StandingInCategory['standing'] {
  if (product.low > competitors.high) return 'worse';
  return product.high < competitors.low ? 'better' : 'similar';
}
