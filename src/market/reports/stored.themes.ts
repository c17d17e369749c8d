import type { Impact } from '#analysis/analysis.types.js';
import { seriesOf } from '#analysis/themes/theme.months.js';
import type { AnalysisMetadata } from './analysis-metadata.dto.js';
import { shareInterval, textsReadIn } from './share.interval.js';
import type { Theme, ThemeMonth } from './theme.dto.js';
import { identifyThemes } from './theme.identity.js';

/**
 * One theme of a finished report, with three fields that the API does not return: category id, impact level and the key
 * of its meaning. The API returns the name of the category instead of its id.
 */
export type StoredTheme = Omit<Required<Theme>, 'category' | 'months' | 'rising'> & {
  months: Omit<ThemeMonth, 'too_small'>[];
  category_id: string;
  impact_level: Impact['level'];
  meaning_key: string;
};

type LaterFields =
  'meaning_key' | 'theme_id' | 'share' | 'share_low' | 'share_high' | 'months' | 'change' | VariantFields;
type VariantFields = 'family' | 'variants';

/** A theme of a report that was made before themes had variants. */
type ThemeWithoutVariants = Omit<StoredTheme, VariantFields>;

/** A theme of a report that was made before themes had ids, shares and months. */
export type EarlierTheme = Omit<StoredTheme, LaterFields>;

/** What a report has stored about its themes. */
export interface EarlierReport {
  product_id: string;
  themes: readonly (StoredTheme | ThemeWithoutVariants | EarlierTheme)[];
  metadata: AnalysisMetadata;
  generated_at: Date;
}

const NO_VARIANTS: Pick<StoredTheme, VariantFields> = { family: '', variants: [] };

/**
 * The themes of a report. Missing fields follow from the figures of the report, except the change, which is null. So do shares,
 * which earlier reports have in four decimals.
 */
export function completeThemes({ product_id, themes, metadata, generated_at }: EarlierReport): StoredTheme[] {
  const read = textsReadIn(metadata);
  if (themes.every((theme) => 'theme_id' in theme)) {
    return themes.map((theme) => ({ ...NO_VARIANTS, ...theme, ...shareInterval(theme.total_mentions, read) }));
  }
  const names = themes.map(({ category_name: name }) => ({ name, family: '', reviewIds: [] }));
  const identities = identifyThemes(names, { productId: product_id, known: [] });
  return themes.flatMap((theme, index) => {
    const identity = identities[index];
    const mentions = metadata.themes[index]?.mentions_by_month ?? [];
    const months = seriesOf(metadata.reviews_by_month ?? [], mentions, generated_at.toISOString().slice(0, 7));
    const evidence = { ...shareInterval(theme.total_mentions, read), months, change: null };
    return identity ? [{ ...NO_VARIANTS, ...theme, ...identity, ...evidence }] : [];
  });
}
