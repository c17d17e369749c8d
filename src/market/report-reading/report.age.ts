import type { AnalysisMetadata } from '#market/reports/analysis-metadata.dto.js';

const OLD_DAYS = 90;

/** A report that is older than this gets a note. A new one costs a credit, so it is not generated automatically. */
export const OLD_REPORT = `This report is older than ${OLD_DAYS} days`;

export const isOldReport = (generatedAt: Date): boolean => generatedAt.getTime() < Date.now() - OLD_DAYS * 86_400_000;

/** The metadata of a report, with a note if the report is old. */
export const agedMetadata = (metadata: AnalysisMetadata, isOld: boolean): AnalysisMetadata =>
  isOld ? { ...metadata, notes: [...metadata.notes, OLD_REPORT] } : metadata;
