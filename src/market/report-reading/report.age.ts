import type { AnalysisMetadata } from '#market/reports/analysis-metadata.dto.js';
import { dayText } from '#platform/text/day.text.js';

const OLD_DAYS = 90;

/** A report that is older than this gets a note. A new one costs a credit, so it is not generated automatically. */
export const OLD_REPORT = `This report is older than ${OLD_DAYS} days`;

export const isOldReport = (generatedAt: Date): boolean => generatedAt.getTime() < Date.now() - OLD_DAYS * 86_400_000;

/** What a report says that has lost quotes since it was made. */
const lostQuotes = (at: string): string =>
  `Quotes were taken out on ${dayText(at)}, because their texts were erased. The figures still count them; a new report does not`;

/** The metadata of a report, with a note if the report is old, and one if it has lost quotes. */
export function agedMetadata(metadata: AnalysisMetadata, isOld: boolean): AnalysisMetadata {
  const { quotes_removed_at: at, notes } = metadata;
  const added = [...(at === undefined ? [] : [lostQuotes(at)]), ...(isOld ? [OLD_REPORT] : [])];
  return added.length === 0 ? metadata : { ...metadata, notes: [...notes, ...added] };
}
