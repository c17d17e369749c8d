import type { ReportResult } from './report-runs.queries.js';

/** One short line for lists: the first theme and how much it weighs. A report always has one. */
export function headlineOf({ themes, metadata }: Pick<ReportResult, 'themes' | 'metadata'>): string {
  const [first] = themes;
  if (!first) return `No recurring pain points in ${metadata.reviews_read} reviews`;
  const evidence = first.business_impact.replace(/^\w+: /, '').split(',')[0];
  return evidence ? `${first.category_name}: ${evidence}` : first.category_name;
}
