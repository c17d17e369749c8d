import { Injectable } from '@nestjs/common';
import { group } from 'd3-array';
import { withoutNames } from '#analysis/contacts/name.mask.js';
import { type QuotingReport, ReportErasureQueries } from './report-erasure.queries.js';
import type { Quote } from './theme.dto.js';

/** A note in place of contact data, which the text of the review still has. */
const HIDDEN = /\[\w+ hidden\]/;

/** Takes the names of erased people, and the quotes of removed reviews, from reports. Expects an open transaction. */
@Injectable()
export class ReportErasure {
  constructor(private readonly queries: ReportErasureQueries) {}

  /**
   * Removes the quotes and the lists of mentions of these reviews, which must still be stored. The figures of a report stay as they
   * were when it was made, and a report that has lost quotes says so.
   */
  async removeQuotes(reviewIds: readonly string[]): Promise<void> {
    if (reviewIds.length === 0) return;
    await this.queries.countErasure(reviewIds);
    const reports = await this.queries.findReports(reviewIds);
    if (reports.length === 0) return;
    const quoted = await this.queries.findQuoted(reviewIds);
    await this.queries.deleteMentions(reviewIds);
    const byPlace = group(quoted, placeOf);
    const isGone = (quote: Quote): boolean =>
      byPlace.get(placeOf(quote))?.some(({ text }) => holds(text, quote)) ?? false;
    for (const report of reports) {
      const shorter = withoutQuotes(report, isGone);
      if (JSON.stringify(shorter) === JSON.stringify(report)) continue;
      const metadata = { ...report.metadata, quotes_removed_at: new Date().toISOString() };
      await this.queries.updateReport({ ...shorter, metadata });
    }
  }

  /** Masks names in the quotes of these reviews, whose texts still contain them, and in the summaries of reports. */
  async erase(reviewIds: readonly string[], names: readonly string[]): Promise<void> {
    if (reviewIds.length === 0 || names.length === 0) return;
    await this.queries.countErasure(reviewIds);
    const mentions = await this.queries.findMentions(reviewIds);
    await this.queries.updateMentions(
      mentions.map((mention) => ({ ...mention, quote_text: withoutNames(mention.quote_text, names) })),
    );
    // A text may have changed since it was quoted.
    const texts = [...(await this.queries.findTexts(reviewIds)), ...mentions.map((mention) => mention.quote_text)];
    for (const report of await this.queries.findReports(reviewIds)) {
      const masked = maskedReport(report, texts, names);
      if (JSON.stringify(masked) !== JSON.stringify(report)) await this.queries.updateReport(masked);
    }
  }
}

/** Where a review was written, as its quotes state it. */
const placeOf = ({ platform, source_url }: Pick<Quote, 'platform' | 'source_url'>): string =>
  JSON.stringify([platform, source_url]);

/** Whether a quote is a part of a text. */
const holds = (text: string, { quote_text }: Quote): boolean =>
  quote_text.split(HIDDEN).every((part) => text.includes(part));

function withoutQuotes(report: QuotingReport, isGone: (quote: Quote) => boolean): QuotingReport {
  const kept = (quotes: readonly Quote[]): Quote[] => quotes.filter((quote) => !isGone(quote));
  return {
    ...report,
    themes: report.themes.map((theme) => ({
      ...theme,
      quotes: kept(theme.quotes),
      ...('variants' in theme && {
        variants: theme.variants.map((variant) => ({
          ...variant,
          quote: variant.quote && isGone(variant.quote) ? null : variant.quote,
        })),
      }),
    })),
    switching: report.switching && report.switching.map((edge) => ({ ...edge, evidence: kept(edge.evidence) })),
  };
}

function maskedReport(report: QuotingReport, texts: readonly string[], names: readonly string[]): QuotingReport {
  const masked = (quote: Quote): Quote =>
    texts.some((text) => holds(text, quote)) ? { ...quote, quote_text: withoutNames(quote.quote_text, names) } : quote;
  return {
    ...report,
    themes: report.themes.map((theme) => ({
      ...theme,
      quotes: theme.quotes.map(masked),
      ...('variants' in theme && {
        variants: theme.variants.map((variant) => ({ ...variant, quote: variant.quote && masked(variant.quote) })),
      }),
    })),
    switching: report.switching && report.switching.map((edge) => ({ ...edge, evidence: edge.evidence.map(masked) })),
    summary: withoutNames(report.summary, names),
  };
}
