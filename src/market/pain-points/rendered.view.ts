import { RenderedJson } from '#platform/http/rendered-json.js';
import type { Meta } from '#platform/operations/pagination.dto.js';
import type { ReportHead } from './pain-points.queries.js';

/** One view of a report as finished text. The head comes fresh with every request; while it stays the same, so does the answer. */
export class RenderedView {
  private readonly middle: string;
  private readonly end: string;
  private last: { beginning: string; state: string; answer: RenderedJson } | undefined;

  /** `content` stands between product and status, `figures` after them. */
  constructor(content: object, figures?: object, meta?: Meta) {
    this.middle = `,${fieldsOf(content)},`;
    this.end = `${figures ? `,${fieldsOf(figures)}` : ''}}${meta ? `,"meta":${JSON.stringify(meta)}` : ''}}`;
  }

  /** In characters. */
  get size(): number {
    return this.middle.length + this.end.length;
  }

  /** The whole envelope of a product's report. */
  under({ id, name, logo_url, description, report_status, report_generated_at }: ReportHead): RenderedJson {
    const beginning = JSON.stringify({ id, name, logo_url, description });
    const state = fieldsOf({ status: report_status, generated_at: report_generated_at });
    if (this.last?.beginning !== beginning || this.last.state !== state) {
      const text = `{"success":true,"data":{"product":${beginning}${this.middle}${state}${this.end}`;
      this.last = { beginning, state, answer: new RenderedJson(text) };
    }
    return this.last.answer;
  }
}

/** The JSON of an object without its braces. */
const fieldsOf = (value: object): string => JSON.stringify(value).slice(1, -1);
