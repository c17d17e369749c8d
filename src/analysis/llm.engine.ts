import { AnalysisFailed } from './analysis.errors.js';
import {
  type AnalysisEngine,
  type EngineContext,
  type PostFinding,
  type PostText,
  type ReportBuilder,
  type ReportDraft,
  type ReviewFinding,
  type ReviewText,
} from './analysis.types.js';
import { type BuiltInEngine } from './built-in.engine.js';
import { parsePostAnswers, parseReviewAnswers } from './llm.answers.js';
import { LlmFailed, type TextCompleter } from '#platform/llm/llm.client.js';
import { checkPost, checkReview } from './llm.evidence.js';
import { POST_PROMPT, REVIEW_PROMPT, showPosts, showReviews, SHOWN_CHARACTERS } from './llm.prompts.js';
import { recordOf } from './report.collector.js';
import { detectLanguage } from './text/language.detector.js';
import { tokenizeWords } from './text/word.tokenizer.js';
import { type ReviewRecord } from './themes/theme.types.js';

export interface LlmEngineSettings {
  model: string;
  /** Whether the built-in engine reads what the model could not. */
  fallBack: boolean;
}

const MOST_TEXTS = 20;
const REQUEST_TOKENS = 6000;
const REPORT_TOKENS = 400_000;
const CHARACTERS_PER_TOKEN = 4;
const ANSWER_TOKENS_PER_TEXT = 250;
const FRAME_TOKENS = 60;
const SIDE_BY_SIDE = 4;

/** What one kind of text needs to be read by the model. */
interface Reading<T, A> {
  system: string;
  show: (batch: readonly T[]) => string;
  parse: (answer: string, size: number) => A[];
}

const REVIEWS = { system: REVIEW_PROMPT, show: showReviews, parse: parseReviewAnswers };
const POSTS = { system: POST_PROMPT, show: showPosts, parse: parsePostAnswers };

/**
 * Reads with a language model behind the same border. Nothing the model says is believed without evidence: quotes that are
 * not verbatim are dropped, and everything counted is counted anew from what remains. Themes, trends and impact are drawn
 * by the built-in rules. A batch the model cannot answer is halved once or twice, then left to the built-in engine where
 * that is configured; otherwise the call rejects with `AnalysisFailed`.
 */
export class LlmEngine implements AnalysisEngine {
  readonly id: string;

  constructor(
    private readonly completer: TextCompleter,
    private readonly builtIn: BuiltInEngine,
    private readonly settings: LlmEngineSettings,
  ) {
    this.id = `llm/${settings.model}`;
  }

  async readReviews(batch: ReviewText[], context: EngineContext): Promise<ReviewFinding[]> {
    const answers = await this.askAll(REVIEWS, batch);
    return this.fill(
      batch,
      answers.map((answer, index) => answer && checkReview(answer, at(batch, index)).finding),
      (left) => this.builtIn.readReviews(left, context),
    );
  }

  async readPosts(batch: PostText[], context: EngineContext): Promise<PostFinding[]> {
    const answers = await this.askAll(POSTS, batch);
    return this.fill(
      batch,
      answers.map((answer, index) => answer && checkPost(answer, at(batch, index))),
      (left) => this.builtIn.readPosts(left, context),
    );
  }

  async startReport(context: EngineContext): Promise<ReportBuilder> {
    const records = new Map<string, ReviewRecord>();
    let tokensLeft = REPORT_TOKENS;
    let leftToBuiltIn = 0;
    let open = true;
    const add = async (batch: ReviewText[]): Promise<void> => {
      if (!open) throw new AnalysisFailed('The report is finished or given up');
      const affordable = batch.filter((review) => (tokensLeft -= tokensOf(review)) >= 0);
      const answers = await this.askAll(REVIEWS, affordable);
      const read = new Set<string>();
      affordable.forEach((review, index) => {
        const answer = answers[index];
        if (!answer) return;
        const { finding, complaints } = checkReview(answer, review);
        const language = detectLanguage(review.text, tokenizeWords(review.text));
        records.set(review.id, recordOf(review, finding, language, complaints));
        read.add(review.id);
      });
      const rest = batch.filter(({ id }) => !read.has(id));
      leftToBuiltIn += rest.length;
      for (const record of rest.length ? await this.builtIn.readRecords(rest) : []) records.set(record.id, record);
    };
    const finish = async (): Promise<ReportDraft> => {
      if (!open) throw new AnalysisFailed('The report is finished or given up');
      open = false;
      const notes = leftToBuiltIn
        ? [`${leftToBuiltIn} reviews were read by the built-in engine instead of the model.`]
        : [];
      return this.builtIn.drawReport({ records: [...records.values()], context, engineId: this.id, notes });
    };
    const dispose = async (): Promise<void> => {
      open = false;
      records.clear();
    };
    return { add, finish, dispose };
  }

  async close(): Promise<void> {
    await this.builtIn.close();
  }

  /** The model's answer to every text, in order; undefined where it has none and another engine may step in. */
  private async askAll<T extends { text: string }, A>(
    reading: Reading<T, A>,
    texts: readonly T[],
  ): Promise<(A | undefined)[]> {
    const parts = cutByTokens(texts);
    const answers: (A | undefined)[][] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      for (let mine = next++; mine < parts.length; mine = next++)
        answers[mine] = await this.ask(reading, parts[mine] ?? []);
    };
    await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, parts.length) }, work));
    return answers.flat();
  }

  private async ask<T, A>(reading: Reading<T, A>, texts: readonly T[], halvings = 2): Promise<(A | undefined)[]> {
    try {
      const answer = await this.completer.complete({
        system: reading.system,
        user: reading.show(texts),
        maxTokens: ANSWER_TOKENS_PER_TEXT * (texts.length + 1),
        json: true,
      });
      return reading.parse(answer, texts.length);
    } catch (error) {
      if (!(error instanceof LlmFailed)) throw error;
      if (error.failure === 'malformed' && halvings && texts.length > 1) {
        const middle = Math.ceil(texts.length / 2);
        const first = await this.ask(reading, texts.slice(0, middle), halvings - 1);
        return [...first, ...(await this.ask(reading, texts.slice(middle), halvings - 1))];
      }
      if (!this.settings.fallBack) throw new AnalysisFailed(error.message, { cause: error });
      return texts.map(() => undefined);
    }
  }

  /** Puts the built-in engine's findings where the model has none. */
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

function tokensOf({ text }: { text: string }): number {
  return Math.ceil(Math.min(text.length, SHOWN_CHARACTERS) / CHARACTERS_PER_TOKEN) + FRAME_TOKENS;
}

/** Parts that keep within the token budget of one request and hold at most twenty texts. */
function cutByTokens<T extends { text: string }>(texts: readonly T[]): T[][] {
  const parts: T[][] = [];
  let part: T[] = [];
  let tokens = 0;
  for (const text of texts) {
    const cost = tokensOf(text);
    if (part.length && (part.length >= MOST_TEXTS || tokens + cost > REQUEST_TOKENS)) {
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
  if (item === undefined) throw new AnalysisFailed('An engine answered fewer texts than it was given');
  return item;
}
