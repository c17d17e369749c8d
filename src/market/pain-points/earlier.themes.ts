import { seriesOf } from '#analysis/themes/theme.months.js';
import type { AnalysisMetadata } from './pain-points.operations.js';
import type { StoredTheme } from './report.entity.js';
import { shareInterval, textsReadIn } from './share.interval.js';
import { identifyThemes } from './theme.identity.js';

type LaterFields = 'meaning_key' | 'theme_id' | 'share' | 'share_low' | 'share_high' | 'months' | 'change';

/** A theme of a report that was made before themes had ids, shares and months. */
export type EarlierTheme = Omit<StoredTheme, LaterFields>;

interface EarlierReport {
  product_id: string;
  themes: readonly (StoredTheme | EarlierTheme)[];
  metadata: AnalysisMetadata;
  generated_at: Date;
}

/** The themes of a report. What an earlier report does not say follows from its figures; it says of no change. */
export function completeThemes({ product_id, themes, metadata, generated_at }: EarlierReport): StoredTheme[] {
  if (themes.every((theme) => 'theme_id' in theme)) return themes as StoredTheme[];
  const names = themes.map(({ category_name: name }) => ({ name, reviewIds: [] }));
  const identities = identifyThemes(names, { productId: product_id, known: [] });
  const read = textsReadIn(metadata);
  return themes.flatMap((theme, index) => {
    const identity = identities[index];
    const mentions = metadata.themes[index]?.mentions_by_month ?? [];
    const months = seriesOf(metadata.reviews_by_month ?? [], mentions, generated_at.toISOString().slice(0, 7));
    const evidence = { ...shareInterval(theme.total_mentions, read), months, change: null };
    return identity ? [{ ...theme, ...identity, ...evidence }] : [];
  });
}
