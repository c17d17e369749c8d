import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  ANALYSIS_ENGINE,
  type AnalysisEngine,
  type FrustrationTier,
  type PainPointsAnalysis,
  type PostFinding,
  type ReviewFinding,
  type Sentiment,
} from '#analysis/analysis.types.js';
import { Database } from '#platform/database/database.js';
import { LeaseLost } from '#platform/database/lease.js';
import { JobQueue } from '#platform/queues/job-queue.js';
import { DETECT_OPPORTUNITIES, MAX_ATTEMPTS } from './detection.jobs.js';
import {
  type BatchLease,
  DetectionQueries,
  type NewOpportunity,
  type TextKind,
  type WaitingText,
} from './detection.queries.js';
import { folded } from './opportunity.folding.js';
import type { ProductGazetteer } from './product.gazetteer.js';
import { ProductGazetteers } from './product-gazetteers.service.js';

/** The outcome of a detection job: `null` when another worker has the batch or had it. */
export type Detected = { read: number; found: number } | null;

/** What a text signals, and whether that makes it an opportunity. */
interface Signal {
  isOpportunity: boolean;
  frustrationTier: FrustrationTier;
  sentiment: Sentiment;
  hasBuyingSignal: boolean;
  painPoints: PainPointsAnalysis;
}

/** Texts read together: few enough to lose little when a worker dies, enough to cost little. */
const BATCH_SIZE = 250;
const SAY_EVERY_MS = 5_000;

/** Finds opportunities in texts that were imported, or imported again with something changed. */
@Injectable()
export class DetectionService {
  private readonly log = new Logger(DetectionService.name);
  private saidAt = 0;

  constructor(
    private readonly database: Database,
    private readonly queries: DetectionQueries,
    private readonly jobs: JobQueue,
    private readonly gazetteers: ProductGazetteers,
    @Inject(ANALYSIS_ENGINE) private readonly engine: AnalysisEngine,
  ) {}

  /** Has texts read, in the open transaction. */
  async request(kind: TextKind, textIds: readonly string[]): Promise<void> {
    const ids: string[] = [];
    for (let start = 0; start < textIds.length; start += BATCH_SIZE) {
      ids.push(await this.queries.insertBatch(kind, textIds.slice(start, start + BATCH_SIZE)));
    }
    await this.database.afterCommit(async () => {
      // The first failure ends this: the queue is away, and the sweep enqueues the rest.
      for (const id of ids) await this.jobs.enqueue(DETECT_OPPORTUNITIES, id);
    });
  }

  /** Reads one batch, if it may be claimed. @throws what the engine threw, once the batch is handed back. */
  async detect(batchId: string): Promise<Detected> {
    const { batches } = this.queries;
    const lease = await batches.claim([batchId], { maxAttempts: MAX_ATTEMPTS });
    if (!lease) return null;
    try {
      return await batches.hold(lease, () => this.read(lease));
    } catch (error) {
      if (error instanceof LeaseLost) return null;
      const failure = error instanceof Error ? error.message : String(error);
      if (lease.attempt < MAX_ATTEMPTS) await batches.release(lease, { failure, enqueued_at: new Date() });
      else await batches.giveUp(lease, { failure });
      throw error;
    }
  }

  private async read(lease: BatchLease): Promise<Detected> {
    const batch = lease.row;
    const texts = await this.queries.textsOf(batch);
    const gazetteer = await this.gazetteers.get();
    const rivals = new Map(texts.map((text) => [text.id, rivalsIn(text, gazetteer)]));
    const productNames = [...new Set([...rivals.values()].flat())];
    const findings =
      batch.kind === 'reviews'
        ? await this.readReviews(texts, productNames)
        : await this.readPosts(texts, productNames);
    const findingOf = new Map(findings.map((finding) => [finding.id, finding]));
    const known = await this.queries.knownAmong(batch.kind, batch.text_ids);
    const found = texts.flatMap((text) => {
      const finding = findingOf.get(text.id);
      if (!finding) return [];
      // A name that one text of the batch mentions may be an everyday word in another.
      const named = new Set(rivals.get(text.id));
      const competitors = finding.painPoints.competitors_mentioned.filter((name) => named.has(name));
      const signal = signalOf(text, finding, competitors);
      // A text that was changed and signals nothing any more stays one: teams may be at work on it.
      return signal.isOpportunity || known.has(text.id) ? [opportunityOf(batch.kind, text, signal, gazetteer)] : [];
    });
    const inserted = await this.database.transaction(async () => {
      const stored = await this.queries.storeOpportunities(batch.kind, this.engine.id, found);
      if (!(await this.queries.batches.finish(lease, { found: stored }))) throw new LeaseLost();
      return stored;
    });
    await this.sayProgress();
    return { read: texts.length, found: inserted };
  }

  private readReviews(texts: WaitingText[], productNames: string[]): Promise<ReviewFinding[]> {
    const batch = texts.map(({ id, text, title, rating, published_at }) => ({
      id,
      text,
      title,
      rating,
      publishedAt: published_at?.toISOString() ?? null,
    }));
    return this.engine.readReviews(batch, { productNames });
  }

  private readPosts(texts: WaitingText[], productNames: string[]): Promise<PostFinding[]> {
    const batch = texts.map(
      ({ id, text, source }) => ({ id, text, source: source === 'network' ? source : 'forum' }) as const,
    );
    return this.engine.readPosts(batch, { productNames });
  }

  private async sayProgress(): Promise<void> {
    if (Date.now() - this.saidAt < SAY_EVERY_MS) return;
    this.saidAt = Date.now();
    this.log.log(await this.queries.progress(), 'texts read for opportunities');
  }
}

/** Products a text names beside its own. */
function rivalsIn(text: WaitingText, gazetteer: ProductGazetteer): string[] {
  const own = text.product_name && folded(text.product_name);
  return gazetteer.namesIn(text.text).filter((name) => folded(name) !== own);
}

/**
 * The engine decides whether a review is an opportunity; a post is one when its writer wants to buy or be advised, or
 * names a product and leaves it or is strongly frustrated. Who names none may well leave a job.
 */
function signalOf(text: WaitingText, finding: ReviewFinding | PostFinding, competitors: string[]): Signal {
  const { frustrationTier, sentiment } = finding;
  const painPoints = { ...finding.painPoints, competitors_mentioned: competitors };
  if ('isOpportunity' in finding) {
    const hasBuyingSignal = finding.switching || painPoints.buying_signals.length > 0;
    return { isOpportunity: finding.isOpportunity, frustrationTier, sentiment, painPoints, hasBuyingSignal };
  }
  const namesProduct = text.is_about_product || competitors.length > 0;
  const hasBuyingSignal = finding.buyingSignal || (finding.type === 'switching' && namesProduct);
  const isFrustrated = frustrationTier === 'high' || frustrationTier === 'critical';
  const isOpportunity = hasBuyingSignal || (isFrustrated && namesProduct);
  return { isOpportunity, frustrationTier, sentiment, painPoints, hasBuyingSignal };
}

/** The product a text was imported under, else the only one it names. */
function productOf(text: WaitingText, { painPoints }: Signal, gazetteer: ProductGazetteer): string | null {
  if (text.is_about_product) return text.product_id;
  const [only, ...others] = painPoints.competitors_mentioned;
  return only !== undefined && others.length === 0 ? (gazetteer.named(only)?.id ?? null) : null;
}

function opportunityOf(kind: TextKind, text: WaitingText, signal: Signal, gazetteer: ProductGazetteer): NewOpportunity {
  return {
    text_version: text.version,
    source: text.source,
    review_id: kind === 'reviews' ? text.id : null,
    post_id: kind === 'posts' ? text.id : null,
    product_id: productOf(text, signal, gazetteer),
    frustration_tier: signal.frustrationTier,
    sentiment: signal.sentiment,
    has_buying_signal: signal.hasBuyingSignal,
    pain_points: signal.painPoints,
    rating: text.rating,
    country: text.country && folded(text.country),
    industry: text.industry && folded(text.industry),
    search_text: folded([text.title, text.text, text.people, text.product_name].filter(Boolean).join('\n')),
  };
}
