import { type FrustrationTier } from '../analysis.types.js';
import { type Language } from '../text/language.detector.js';

/** One review as a report remembers it. `day` counts days since 1970, null where undated. */
export interface ReviewRecord {
  id: string;
  rating: number | null;
  day: number | null;
  critical: boolean;
  /** The folded text where it is long enough to tell a copy from a coincidence. */
  copyKey: string | null;
  language: Language;
  complaints: Complaint[];
}

/** One review naming one category: its most painful sentence about it, and how much it hurts (log-odds). */
export interface Complaint {
  categoryId: string;
  slice: string;
  pain: number;
  tier: FrustrationTier;
}

/** A complaint with the review it stands in. */
export interface Mention {
  record: ReviewRecord;
  complaint: Complaint;
}

/** A category, or one aspect of it, with every review that names it. */
export interface ThemeGroup {
  categoryId: string;
  /** A noun phrase, or null for what the category holds besides its aspects. */
  aspect: string | null;
  mentions: Mention[];
}

/** The reviews a report stands on, sorted by id, copies folded. */
export interface ReportBase {
  records: ReviewRecord[];
  /** Average stars of the rated reviews. */
  averageRating: number | null;
  newestDay: number | null;
  oldestDay: number | null;
}

/** The stretch at the end of the product's reviews that counts as recent. */
export const RECENT_DAYS = 90;

export function isRecent(day: number | null, newestDay: number | null): boolean {
  return day !== null && newestDay !== null && day > newestDay - RECENT_DAYS;
}
