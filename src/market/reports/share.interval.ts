import type { AnalysisMetadata } from './analysis-metadata.dto.js';

/** A share and the limits between which the true share lies with 95 % confidence, from 0 to 1. */
export interface ShareInterval {
  share: number;
  share_low: number;
  share_high: number;
}

/** The reviews whose text a report has read, of which the themes are a share. Early reports count by language only. */
export const textsReadIn = ({ texts, reviews_read, languages }: AnalysisMetadata): number =>
  texts?.read ?? reviews_read - (languages.other ?? 0);

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959964;

/** Pages round once more: with fewer decimals they would show 2.5 where 11 in 449 are 2.4 in 100. */
const DECIMALS = 1e8;
const rounded = (value: number): number => Math.round(value * DECIMALS) / DECIMALS;

/** The share of `named` in `read`, with its Wilson score interval. Without reviews, the interval is from 0 to 1. */
export function shareInterval(named: number, read: number): ShareInterval {
  const all = Math.max(named, read);
  if (all === 0) return { share: 0, share_low: 0, share_high: 1 };
  const share = named / all;
  const center = share + Z ** 2 / (2 * all);
  const spread = Z * Math.sqrt((share * (1 - share)) / all + Z ** 2 / (4 * all ** 2));
  const scale = 1 + Z ** 2 / all;
  return {
    share: rounded(share),
    share_low: rounded(Math.max(0, (center - spread) / scale)),
    share_high: rounded(Math.min(1, (center + spread) / scale)),
  };
}

/** A share to four decimals. */
export const toFourDecimals = (value: number): number => Math.round(value * 10_000) / 10_000;
