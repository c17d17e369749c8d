import { type SkipReason, type VariantKind } from '../analysis.types.js';
import { type Language } from '../text/language.detector.js';

/** The part of a review that a report keeps. `day` counts days since 1970; null if the review has no date. */
export interface ReviewRecord {
  id: string;
  rating: number | null;
  day: number | null;
  critical: boolean;
  /** Equal for texts that differ only in case, spaces and apostrophes; null for one that is too short to identify copies. */
  copyKey: string | null;
  language: Language;
  /** Why the text was not read; absent if it was. */
  skipped?: Exclude<SkipReason, 'copy'>;
  complaints: Complaint[];
  /** The releases of the product that the text names; absent if there are none. */
  releases?: readonly string[];
}

/** A complaint of one review about one category: the sentence to quote, and its pain (log-odds). */
export interface Complaint {
  categoryId: string;
  /** The problem as a language model named it. */
  problem?: string;
  slice: string;
  pain: number;
  /** True for another sentence of the review that names a problem. It is a mention of that problem only. */
  isFurther?: boolean;
}

/** A complaint and its review. */
export interface Mention {
  record: ReviewRecord;
  complaint: Complaint;
  /** The log-odds that the sentence is about the theme. */
  odds: number;
  /** False if the sentence means the problem of its theme without giving its name. */
  says?: boolean;
  /** The number of problems that the sentence names. */
  problems?: number;
}

/** A part of a theme: some of its mentions, which name the same thing, circumstance or wording. */
export interface VariantGroup {
  name: string;
  kind: VariantKind;
  /** Whether it is a subfamily, whose name need not be in its sentences. */
  isSubfamily?: boolean;
  mentions: Mention[];
}

/** A theme: the mentions of a family of problems, or the other complaints. */
export interface ThemeGroup {
  /** A stable key: the family, with the thing of a family that was split. `REST` for the other complaints. */
  family: string;
  name: string;
  categoryId: string;
  /** False for a theme that says no more than that something is wrong, and for the other complaints. */
  isTelling: boolean;
  mentions: Mention[];
  /** Largest first. */
  variants: VariantGroup[];
  /** The problem that gives the theme its name. */
  naming?: VariantGroup;
}

/** The family of the complaints of no theme. */
export const REST = 'other';

/** The reviews of a report, sorted by id, without copies. */
export interface ReportBase {
  records: ReviewRecord[];
  /** Average stars of the rated reviews. */
  averageRating: number | null;
  newestDay: number | null;
  oldestDay: number | null;
}

/** Counts something over all reviews of a report once, and not again for each of its themes. */
export function oncePerReport<T>(count: (base: ReportBase) => T): (base: ReportBase) => T {
  const counted = new WeakMap<ReportBase, T>();
  return (base) => {
    const known = counted.get(base);
    if (known !== undefined) return known;
    const result = count(base);
    counted.set(base, result);
    return result;
  };
}

/** Reviews are recent for this many days before the product's newest review. */
const RECENT_DAYS = 90;

/** True for a day in the recent period before `newestDay`; false if either is unknown. */
export function isRecent(day: number | null, newestDay: number | null): boolean {
  return day !== null && newestDay !== null && day > newestDay - RECENT_DAYS;
}
