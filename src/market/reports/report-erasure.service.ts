import { Injectable } from '@nestjs/common';
import { withoutNames } from '#analysis/contacts/name.mask.js';
import { type QuotingReport, ReportErasureQueries } from './report-erasure.queries.js';
import type { Quote } from './theme.dto.js';

/** A note in place of contact data, which the text of the review still has. */
const HIDDEN = /\[\w+ hidden\]/;

/** Takes the names of erased people from reports. Expects the transaction of an erasure. */
@Injectable()
export class ReportErasure {
  constructor(private readonly queries: ReportErasureQueries) {}

  /** Masks names in the quotes of these reviews, whose texts still contain them, and in the summaries of reports. */
  async erase(reviewIds: readonly string[], names: readonly string[]): Promise<void> {
    if (reviewIds.length === 0 || names.length === 0) return;
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

function maskedReport(report: QuotingReport, texts: readonly string[], names: readonly string[]): QuotingReport {
  const masked = (quote: Quote): Quote =>
    texts.some((text) => quote.quote_text.split(HIDDEN).every((part) => text.includes(part)))
      ? { ...quote, quote_text: withoutNames(quote.quote_text, names) }
      : quote;
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
