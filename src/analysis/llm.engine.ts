import { setImmediate } from 'node:timers/promises';
import { AnalysisFailed } from './analysis.errors.js';
import {
  type AnalysisEngine,
  type ReportContext,
  type PostFinding,
  type PostText,
  type ReportBuilder,
  type ReportDraft,
  type ReviewFinding,
  type ReviewText,
} from './analysis.types.js';
import { type BuiltInEngine } from './built-in.engine.js';
import { parsePostResponse, parseReviewResponse } from './llm.responses.js';
import { type CompletionRequest, LlmFailed, type TextCompleter } from '#platform/llm/llm.client.js';
import { checkPost, checkReview } from './llm.evidence.js';
import { POST_PROMPT, REVIEW_PROMPT, formatPosts, formatReviews, MAX_BODY_CHARACTERS } from './llm.prompts.js';
import { recordOf } from './report.collector.js';
import { detectLanguage, type Language } from './text/language.detector.js';
import { isWord } from './text/parsed.text.js';
import { tokenizeWords } from './text/word.tokenizer.js';
import { type Complaint, type ReviewRecord } from './themes/theme.types.js';

export interface LlmEngineSettings {
  model: string;
  /** Whether the built-in engine reads the texts that the model fails on. */
  fallBack: boolean;
}

const MAX_TEXTS = 20;
const REQUEST_TOKENS = 6000;
const REPORT_TOKENS = 400_000;
const CHARACTERS_PER_TOKEN = 4;
const RESPONSE_TOKENS_PER_TEXT = 250;
const OVERHEAD_TOKENS_PER_TEXT = 60;
const MAX_CONCURRENT_REQUESTS = 4;
/** The time that is kept for the end of a report, as a share of the time until its deadline and in milliseconds. */
const RESERVED_SHARE = 0.1;
const MAX_RESERVE_MS = 5_000;

/** How the model reads one kind of text: the system prompt, the format of a batch and the parser of the response. */
interface ModelTask<T, R> {
  system: string;
  format: (batch: readonly T[]) => string;
  parse: (response: string, size: number) => R[];
}

const REVIEWS = { system: REVIEW_PROMPT, format: formatReviews, parse: parseReviewResponse };
const POSTS = { system: POST_PROMPT, format: formatPosts, parse: parsePostResponse };

/**
 * Reads texts with a language model and checks the model's evidence: a quote that is not verbatim is dropped, and all
 * counts are computed from the remaining quotes. The built-in rules determine themes, trends and impact. A batch with a
 * malformed response is halved up to twice. A batch that still fails goes to the built-in engine if the fallback is
 * configured; otherwise the call rejects with `AnalysisFailed`. Without the fallback, a report retries a model that does
 * not respond until shortly before its deadline.
 */
export class LlmEngine implements AnalysisEngine {
  readonly id: string;
  private readonly closing = new AbortController();

  constructor(
    private readonly completer: TextCompleter,
    private readonly builtIn: BuiltInEngine,
    private readonly settings: LlmEngineSettings,
  ) {
    this.id = `llm/${settings.model}`;
  }

  async readReviews(batch: ReviewText[]): Promise<ReviewFinding[]> {
    const responses = await this.askAll(REVIEWS, batch);
    return this.fill(
      batch,
      responses.map((response, index) => response && checkReview(response, at(batch, index)).finding),
      (left) => this.builtIn.readReviews(left),
    );
  }

  async readPosts(batch: PostText[]): Promise<PostFinding[]> {
    const responses = await this.askAll(POSTS, batch);
    return this.fill(
      batch,
      responses.map((response, index) => response && checkPost(response, at(batch, index))),
      (left) => this.builtIn.readPosts(left),
    );
  }

  async startReport(context: ReportContext): Promise<ReportBuilder> {
    const records = new Map<string, ReviewRecord>();
    let tokensLeft = REPORT_TOKENS;
    let leftToBuiltIn = 0;
    let hasFailed = false;
    const retryUntil = this.settings.fallBack ? undefined : retryTimeOf(context);
    let open = true;
    const add = async (batch: ReviewText[]): Promise<void> => {
      if (!open) throw new AnalysisFailed('The report is already finished or discarded');
      const affordable = batch.filter((review) => (tokensLeft -= tokensOf(review)) >= 0);
      const responses = await this.askAll(REVIEWS, affordable, retryUntil);
      hasFailed ||= responses.includes(undefined);
      const read = new Set<string>();
      for (const [index, review] of affordable.entries()) {
        if (index % MAX_TEXTS === 0) await setImmediate();
        const response = responses[index];
        if (!response) continue;
        const { finding, complaints } = checkReview(response, review);
        const words = tokenizeWords(review.text);
        const language = detectLanguage(review.text, words);
        const skipped = skipReasonOf(words, language, complaints);
        records.set(review.id, { ...recordOf(review, finding, language, complaints), ...(skipped && { skipped }) });
        read.add(review.id);
      }
      const rest = batch.filter(({ id }) => !read.has(id));
      leftToBuiltIn += rest.length;
      for (const record of rest.length ? await this.builtIn.readRecords(rest) : []) records.set(record.id, record);
    };
    const themesSoFar = () => this.builtIn.themesSoFar({ records: [...records.values()], context });
    const finish = async (): Promise<ReportDraft> => {
      if (!open) throw new AnalysisFailed('The report is already finished or discarded');
      open = false;
      const notes = leftToBuiltIn
        ? [`${leftToBuiltIn} reviews were read by the built-in engine instead of the model.`]
        : [];
      // A report that the model has not read in full is not marked as one of this engine: a later one may find more.
      const engineId = hasFailed ? `${this.id}+${this.builtIn.id}` : this.id;
      return this.builtIn.draftReport({ records: [...records.values()], context, engineId, notes });
    };
    const dispose = async (): Promise<void> => {
      open = false;
      records.clear();
    };
    return { add, themesSoFar, finish, dispose };
  }

  async close(): Promise<void> {
    this.closing.abort(new AnalysisFailed('The analysis engine was closed'));
    await this.builtIn.close();
  }

  /** The model's entry for every text, in order; undefined if the model failed and the fallback is configured. */
  private async askAll<T extends { text: string }, R>(
    task: ModelTask<T, R>,
    texts: readonly T[],
    retryUntil?: Date,
  ): Promise<(R | undefined)[]> {
    const parts = splitByTokens(texts);
    const responses: (R | undefined)[][] = [];
    const stopped = new AbortController();
    const signal = AbortSignal.any([this.closing.signal, stopped.signal]);
    let next = 0;
    const work = async (): Promise<void> => {
      for (let index = next++; index < parts.length; index = next++)
        responses[index] = await this.ask(task, parts[index] ?? [], { retryUntil, signal });
    };
    try {
      await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_REQUESTS, parts.length) }, work));
    } finally {
      // After a failure the answers to the other requests are of no use.
      stopped.abort(new AnalysisFailed('Another part of the texts could not be read'));
    }
    return responses.flat();
  }

  private async ask<T, R>(
    task: ModelTask<T, R>,
    texts: readonly T[],
    limits: Pick<CompletionRequest, 'retryUntil' | 'signal'>,
    halvings = 2,
  ): Promise<(R | undefined)[]> {
    try {
      const response = await this.completer.complete({
        system: task.system,
        user: task.format(texts),
        maxTokens: RESPONSE_TOKENS_PER_TEXT * (texts.length + 1),
        json: true,
        ...limits,
      });
      return task.parse(response, texts.length);
    } catch (error) {
      if (!(error instanceof LlmFailed)) throw error;
      if (error.failure === 'malformed' && halvings && texts.length > 1) {
        const middle = Math.ceil(texts.length / 2);
        const first = await this.ask(task, texts.slice(0, middle), limits, halvings - 1);
        return [...first, ...(await this.ask(task, texts.slice(middle), limits, halvings - 1))];
      }
      if (!this.settings.fallBack) throw new AnalysisFailed(error.message, { cause: error });
      return texts.map(() => undefined);
    }
  }

  /** Fills the gaps in the model's findings with findings of the built-in engine. */
  private async fill<T, F>(
    batch: readonly T[],
    findings: readonly (F | undefined)[],
    read: (left: T[]) => Promise<F[]>,
  ): Promise<F[]> {
    const left = batch.filter((_text, index) => !findings[index]);
    const own = left.length ? await read(left) : [];
    let used = 0;
    return batch.map((_text, index) => findings[index] ?? at(own, used++));
  }
}

/** A text in a language that the checks do not know was read if the model found a complaint in it, word for word. */
function skipReasonOf(
  words: readonly string[],
  language: Language,
  found: readonly Complaint[],
): ReviewRecord['skipped'] {
  if (!words.some(isWord)) return 'no_words';
  return language === 'other' && found.length === 0 ? 'language' : undefined;
}

/** Until when a report retries a failing model. Undefined for a report without a deadline. */
function retryTimeOf({ deadlineAt }: ReportContext): Date | undefined {
  if (!deadlineAt) return undefined;
  const leftMs = deadlineAt.getTime() - Date.now();
  return new Date(deadlineAt.getTime() - Math.min(MAX_RESERVE_MS, leftMs * RESERVED_SHARE));
}

function tokensOf({ text }: { text: string }): number {
  return Math.ceil(Math.min(text.length, MAX_BODY_CHARACTERS) / CHARACTERS_PER_TOKEN) + OVERHEAD_TOKENS_PER_TEXT;
}

/** Splits texts into requests of at most twenty texts, within the token limit of one request. */
function splitByTokens<T extends { text: string }>(texts: readonly T[]): T[][] {
  const parts: T[][] = [];
  let part: T[] = [];
  let tokens = 0;
  for (const text of texts) {
    const cost = tokensOf(text);
    if (part.length && (part.length >= MAX_TEXTS || tokens + cost > REQUEST_TOKENS)) {
      parts.push(part);
      part = [];
      tokens = 0;
    }
    part.push(text);
    tokens += cost;
  }
  return part.length ? [...parts, part] : parts;
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new AnalysisFailed('An engine returned fewer findings than texts');
  return item;
}
