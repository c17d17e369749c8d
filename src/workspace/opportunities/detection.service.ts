import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  ANALYSIS_ENGINE,
  type AnalysisEngine,
  type FrustrationTier,
  type PainPointsAnalysis,
  type Sentiment,
} from '#market/analysis/analysis.types.js';
import { Database } from '#platform/database/database.js';
import { whileRenewing } from '#platform/database/lease.js';
import { Doorbell } from '#platform/queues/doorbell.js';
import { DETECT_OPPORTUNITIES } from './detection.jobs.js';
import {
  type ClaimedBatch,
  DetectionQueries,
  type NewOpportunity,
  type TextKind,
  type WaitingText,
} from './detection.queries.js';
import { folded } from './opportunity.folding.js';

/** What came of ringing for a batch: `null` where somebody else has it or had it. */
export type Detected = { read: number; found: number } | null;

/** What the engine found in one text. */
interface Signal {
  isOpportunity: boolean;
  frustrationTier: FrustrationTier;
  sentiment: Sentiment;
  hasBuyingSignal: boolean;
  painPoints: PainPointsAnalysis;
}

const RIVALS = 1_000;
/** Rivals named in a batch change slowly; this many batches share one reading of them. */
const BATCHES_PER_RIVALS = 50;

/** Finds opportunities in texts that were imported. */
@Injectable()
export class DetectionService {
  private readonly log = new Logger(DetectionService.name);
  private rivals: string[] = [];
  private batchesRead = 0;

  constructor(
    private readonly database: Database,
    private readonly queries: DetectionQueries,
    private readonly doorbell: Doorbell,
    @Inject(ANALYSIS_ENGINE) private readonly engine: AnalysisEngine,
  ) {}

  /** Asks for texts to be read; to be called in the transaction that brought the news of them. */
  async request(kind: TextKind, textIds: readonly string[]): Promise<void> {
    if (textIds.length === 0) return;
    const id = await this.queries.insertBatch(kind, textIds);
    await this.database.afterCommit(() => this.doorbell.ring(DETECT_OPPORTUNITIES, id));
  }

  /** Reads one batch, if it may be claimed. @throws what the engine threw, once the batch is handed back. */
  async detect(batchId: string): Promise<Detected> {
    const batch = await this.queries.claim(batchId);
    if (!batch) return null;
    try {
      return await whileRenewing(
        () => this.queries.renew(batch),
        () => this.read(batch),
      );
    } catch (error) {
      await this.queries.giveBack(batch, error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  private async read(batch: ClaimedBatch): Promise<Detected> {
    const texts = await this.queries.textsOf(batch);
    const signals = batch.kind === 'reviews' ? await this.readReviews(texts) : await this.readPosts(texts);
    const found = texts.flatMap((text) => {
      const signal = signals.get(text.id);
      return signal?.isOpportunity ? [opportunityOf(batch.kind, text, signal)] : [];
    });
    const finished = await this.database.transaction(async () => {
      const inserted = await this.queries.insertOpportunities(this.engine.id, found);
      return (await this.queries.finish(batch, inserted)) ? inserted : null;
    });
    if (finished === null) return null;
    await this.sayProgress();
    return { read: texts.length, found: finished };
  }

  private async readReviews(texts: WaitingText[]): Promise<Map<string, Signal>> {
    const batch = texts.map(({ id, text, title, rating, published_at }) => ({
      id,
      text,
      title,
      rating,
      publishedAt: published_at?.toISOString() ?? null,
    }));
    const findings = await this.engine.readReviews(batch, { productNames: await this.knownRivals() });
    return new Map(
      findings.map((finding) => [
        finding.id,
        { ...finding, hasBuyingSignal: finding.switching || finding.painPoints.buying_signals.length > 0 },
      ]),
    );
  }

  private async readPosts(texts: WaitingText[]): Promise<Map<string, Signal>> {
    const batch = texts.map(
      ({ id, text, source }) => ({ id, text, source: source === 'network' ? source : 'forum' }) as const,
    );
    const findings = await this.engine.readPosts(batch, { productNames: await this.knownRivals() });
    return new Map(
      findings.map((finding) => [
        finding.id,
        { ...finding, isOpportunity: finding.buyingSignal, hasBuyingSignal: finding.buyingSignal },
      ]),
    );
  }

  private async knownRivals(): Promise<string[]> {
    if (this.batchesRead++ % BATCHES_PER_RIVALS === 0) this.rivals = await this.queries.knownNames(RIVALS);
    return this.rivals;
  }

  private async sayProgress(): Promise<void> {
    const progress = await this.queries.progress();
    if (progress.waiting === 0 || this.batchesRead % 10 === 0) this.log.log(progress, 'texts read for opportunities');
  }
}

function opportunityOf(kind: TextKind, text: WaitingText, signal: Signal): NewOpportunity {
  const own = text.product_name && folded(text.product_name);
  const { painPoints } = signal;
  return {
    source: text.source,
    review_id: kind === 'reviews' ? text.id : null,
    post_id: kind === 'posts' ? text.id : null,
    product_id: text.product_id,
    frustration_tier: signal.frustrationTier,
    sentiment: signal.sentiment,
    has_buying_signal: signal.hasBuyingSignal,
    pain_points: {
      ...painPoints,
      // A product is no rival of itself.
      competitors_mentioned: painPoints.competitors_mentioned.filter((name) => folded(name) !== own),
    },
    rating: text.rating,
    country: text.country && folded(text.country),
    industry: text.industry && folded(text.industry),
    search_text: folded([text.title, text.text, text.people, text.product_name].filter(Boolean).join(' ')),
  };
}
