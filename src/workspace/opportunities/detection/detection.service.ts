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
import { contactMaskOf } from '#analysis/contacts/contact.mask.js';
import { Database } from '#platform/database/database.js';
import { LeaseLost } from '#platform/database/lease.js';
import { EventLog } from '#platform/events/event-log.js';
import { DueWork } from '#platform/queues/due-work.js';
import { DirectoryProvider } from '#workspace/enrichment/directory.provider.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { DETECT_OPPORTUNITIES, MAX_ATTEMPTS } from './detection.jobs.js';
import {
  type BatchLease,
  DetectionQueries,
  type NewOpportunity,
  type TextKind,
  type WaitingText,
} from './detection.queries.js';
import { DetectionProgressService } from './detection-progress.service.js';
import { isForDevice, statedNeedIn } from '#analysis/needs/need.reader.js';
import { softwareOddsOf } from '#analysis/needs/software.need.js';
import { arrivesAt } from '#analysis/needs/title.departures.js';
import { OPPORTUNITIES_DETECTED, type OpportunitiesRemoved } from '../opportunities.events.js';
import { folded } from '../opportunity.folding.js';
import { type KnownWriter, needScoreOf, reachOf } from '../opportunity.score.js';
import type { ProductGazetteer } from './product.gazetteer.js';
import { ProductGazetteers } from './product-gazetteers.service.js';
import { isSubject, namesAlone } from './product.subject.js';

/** The outcome of a round. Null if no batch was due, or another worker has claimed or finished it. */
export type DetectionResult = { read: number; found: number } | null;

/** The signals of a text, and whether they make it an opportunity. */
interface Signal {
  isOpportunity: boolean;
  frustrationTier: FrustrationTier;
  sentiment: Sentiment;
  hasBuyingSignal: boolean;
  painPoints: PainPointsAnalysis;
}

/** Texts per batch: few enough to lose little work when a worker dies, enough to keep the overhead small. */
const BATCH_SIZE = 250;
/** Batches that one worker reads at the same time. */
const BATCHES_AT_ONCE = 2;
/** The pause after the first failed attempt. It grows with each attempt. */
const PAUSE_SECONDS = 2;
const LOG_EVERY_MS = 5_000;
const KEEP_DAYS = 30;
const MAX_COMPETITORS = 5;
/** A post below these log-odds that its need is one for software is no opportunity: of 101 that readers judged, 12 needed software (docs/analysis.md). */
const LEAST_SOFTWARE_ODDS = -1;
const LINK = /https?:/i;

/** Detects opportunities in new and changed texts. */
@Injectable()
export class DetectionService {
  private readonly log = new Logger(DetectionService.name);
  private loggedAt = 0;

  constructor(
    private readonly database: Database,
    private readonly queries: DetectionQueries,
    private readonly dueWork: DueWork,
    private readonly progress: DetectionProgressService,
    private readonly gazetteers: ProductGazetteers,
    private readonly directory: DirectoryProvider,
    private readonly events: EventLog,
    @Inject(ANALYSIS_ENGINE) private readonly engine: AnalysisEngine,
  ) {}

  /** Creates batches for the texts, in the open transaction, which workers read after the commit. */
  async request(kind: TextKind, textIds: readonly string[]): Promise<void> {
    for (let start = 0; start < textIds.length; start += BATCH_SIZE) {
      await this.queries.insertBatch(kind, textIds.slice(start, start + BATCH_SIZE));
    }
    await this.database.afterCommit(() => this.dueWork.notify(DETECT_OPPORTUNITIES));
  }

  /** Creates batches for the reposts of texts whose opportunities were removed. */
  async requestReposts(removals: readonly OpportunitiesRemoved[]): Promise<void> {
    for (const kind of ['reviews', 'posts'] as const) {
      const own = removals.filter((removal) => removal.kind === kind);
      const keys = own.flatMap(({ repost_keys }) => repost_keys);
      if (keys.length === 0) continue;
      await this.request(
        kind,
        await this.queries.findReposts(
          kind,
          own.flatMap(({ products }) => products.map(({ id }) => id)),
          keys,
        ),
      );
    }
  }

  /**
   * Reads a batch that is due, while another round looks for the next one. The engine, in one thread, reads one batch while the other is
   * loaded or stored. @returns null if none is due
   */
  @OnDue({
    name: DETECT_OPPORTUNITIES,
    everySeconds: (env) => env.SWEEP_INTERVAL_SECONDS,
    notified: true,
    atOnce: BATCHES_AT_ONCE,
  })
  async detectDue(): Promise<DetectionResult> {
    const [lease] = await this.queries.batches.claimDue({ limit: 1, maxAttempts: MAX_ATTEMPTS });
    if (!lease) return null;
    this.dueWork.notify(DETECT_OPPORTUNITIES);
    return this.detect(lease);
  }

  /** Reads a claimed batch. @throws the error of the engine, after the batch was released or failed */
  async detect(lease: BatchLease): Promise<DetectionResult> {
    const { batches } = this.queries;
    try {
      return await batches.hold(lease, () => this.read(lease));
    } catch (error) {
      if (error instanceof LeaseLost) return null;
      const failure = error instanceof Error ? error.message : String(error);
      if (lease.attempt < MAX_ATTEMPTS) await batches.releaseFor(lease, PAUSE_SECONDS * lease.attempt, { failure });
      else await batches.fail(lease, { failure });
      throw error;
    }
  }

  /** Fails batches whose worker died during the last attempt, and deletes old ones. @returns the number of failed batches */
  @OnDue({ name: 'sweep-detection', everySeconds: (env) => env.SWEEP_INTERVAL_SECONDS })
  async sweep(): Promise<number> {
    await this.queries.purge(KEEP_DAYS);
    return (await this.queries.batches.failExhausted(MAX_ATTEMPTS)).length;
  }

  private async read(lease: BatchLease): Promise<DetectionResult> {
    const batch = lease.row;
    const texts = await this.queries.findTexts(batch);
    const gazetteer = await this.gazetteers.get();
    const findings = batch.kind === 'reviews' ? await this.readReviews(texts) : await this.readPosts(texts);
    const findingOf = new Map(findings.map((finding) => [finding.id, finding]));
    const detected = await this.queries.findDetected(batch.kind, batch.text_ids);
    const inDirectory = await this.directory.has(texts.map(writerOf));
    const found = texts.flatMap((text, place) => {
      const finding = findingOf.get(text.id);
      if (!finding) return [];
      const signal = signalOf(text, finding, competitorsIn(text, gazetteer));
      // An opportunity stays when its changed text no longer signals a need, because teams may be working on it.
      if (!signal.isOpportunity && !detected.has(text.id)) return [];
      return [opportunityOf(batch.kind, text, signal, gazetteer, inDirectory[place] ?? false)];
    });
    const count = await this.database.transaction(async () => {
      const { inserted, updated } = await this.queries.storeOpportunities(batch.kind, this.engine.id, found);
      if (!(await this.queries.batches.complete(lease, { found: inserted.length }))) throw new LeaseLost();
      if (inserted.length + updated.length > 0) {
        await this.events.append(OPPORTUNITIES_DETECTED, { opportunity_ids: inserted, updated_ids: updated });
      }
      return inserted.length;
    });
    await this.logProgress();
    return { read: texts.length, found: count };
  }

  private readReviews(texts: WaitingText[]): Promise<ReviewFinding[]> {
    const batch = texts.map(({ id, platform, text, title, likes, dislikes, rating, published_at }) => ({
      id,
      platform,
      text,
      title,
      likes,
      dislikes,
      rating,
      publishedAt: published_at?.toISOString() ?? null,
    }));
    return this.engine.readReviews(batch);
  }

  private readPosts(texts: WaitingText[]): Promise<PostFinding[]> {
    const batch = texts.map(
      ({ id, text, source }) => ({ id, text, source: source === 'network' ? source : 'forum' }) as const,
    );
    return this.engine.readPosts(batch);
  }

  private async logProgress(): Promise<void> {
    if (Date.now() - this.loggedAt < LOG_EVERY_MS) return;
    this.loggedAt = Date.now();
    this.log.log(await this.progress.get(), 'texts read for opportunities');
  }
}

const writerOf = ({
  writer_name: name,
  writer_company: company,
  writer_profile_url: profileUrl,
}: WaitingText): KnownWriter => ({
  ...{ name, company, profileUrl },
});

/** A search must not find data that only an unlock reveals. */
const withoutContacts = (text: string): string => contactMaskOf(text)(text);

/** The first products that a text names, without its own product. */
function competitorsIn(text: WaitingText, gazetteer: ProductGazetteer): string[] {
  const own = text.product_name && folded(text.product_name);
  const isOwn = (name: string): boolean =>
    folded(name) === own || (text.product_id !== null && gazetteer.findByName(name)?.id === text.product_id);
  return gazetteer
    .namesIn(text.text)
    .filter((name) => !isOwn(name))
    .slice(0, MAX_COMPETITORS);
}

/**
 * The engine proposes a review. It is no opportunity if its writer arrives at the product, unless it has another signal or a severe
 * problem. A post is an opportunity when a sentence of it states a need for software: its writer wants to buy, asks for advice or leaves a
 * named product. The post names a product, or its words make software likely, and the need is not about a device. Without a named product,
 * "leaving" may mean a job. A post that names a severe problem and its product is one too. A text without evidence is never an opportunity.
 */
function signalOf(text: WaitingText, finding: ReviewFinding | PostFinding, competitors: string[]): Signal {
  const { frustrationTier, sentiment } = finding;
  const painPoints = { ...finding.painPoints, competitors_mentioned: competitors };
  const isFrustrated = frustrationTier === 'high' || frustrationTier === 'critical';
  if ('isOpportunity' in finding) {
    const signals = painPoints.buying_signals.filter(({ evidence }) => !arrivesAt(evidence, text.product_name));
    const arrived = signals.length < painPoints.buying_signals.length;
    painPoints.buying_signals = signals;
    const hasBuyingSignal = arrived ? signals.length > 0 : finding.switching || signals.length > 0;
    const isWanted = hasBuyingSignal || !arrived || (finding.problem && isFrustrated);
    const isOpportunity = finding.isOpportunity && isWanted && painPoints.items.length + signals.length > 0;
    return { isOpportunity, frustrationTier, sentiment, painPoints, hasBuyingSignal };
  }
  const namesProduct = text.is_about_product || competitors.length > 0;
  const evidence = painPoints.buying_signals.map((signal) => signal.evidence);
  const need = statedNeedIn(evidence);
  const statesNeed =
    need !== null &&
    !isForDevice(need, text.text) &&
    (namesProduct || softwareOddsOf({ text: text.text, need, evidence }) > LEAST_SOFTWARE_ODDS);
  const hasBuyingSignal = statesNeed && (finding.buyingSignal || (finding.type === 'switching' && namesProduct));
  const namesProblem = painPoints.items.some(
    ({ quote }) =>
      // A shared link has the headline of someone else.
      !LINK.test(quote) && (text.is_about_product || competitors.some((name) => namesAlone(name, quote))),
  );
  const isOpportunity = hasBuyingSignal || (isFrustrated && namesProblem);
  return { isOpportunity, frustrationTier, sentiment, painPoints, hasBuyingSignal };
}

/** The product that the import named, else the only product in the text, if the text is about it. */
function productOf(text: WaitingText, { painPoints }: Signal, gazetteer: ProductGazetteer): string | null {
  if (text.is_about_product) return text.product_id;
  const [only, ...others] = painPoints.competitors_mentioned;
  if (only === undefined || others.length > 0) return null;
  const quotes = [
    ...painPoints.items.map(({ quote }) => quote),
    ...painPoints.buying_signals.map(({ evidence }) => evidence),
  ];
  return isSubject(only, text.text, quotes) ? (gazetteer.findByName(only)?.id ?? null) : null;
}

function opportunityOf(
  kind: TextKind,
  text: WaitingText,
  signal: Signal,
  gazetteer: ProductGazetteer,
  isInDirectory: boolean,
): NewOpportunity {
  const productId = productOf(text, signal, gazetteer);
  const need = needScoreOf({
    isReview: kind === 'reviews',
    text: text.text,
    product: productId === null ? null : (text.product_name ?? signal.painPoints.competitors_mentioned[0] ?? null),
    frustrationTier: signal.frustrationTier,
    analysis: signal.painPoints,
    publishedAt: text.published_at,
    foundAt: new Date(),
  });
  const reach = reachOf(writerOf(text), isInDirectory);
  return {
    text_version: text.version,
    source: text.source,
    review_id: kind === 'reviews' ? text.id : null,
    post_id: kind === 'posts' ? text.id : null,
    product_id: productId,
    frustration_tier: signal.frustrationTier,
    sentiment: signal.sentiment,
    has_buying_signal: signal.hasBuyingSignal,
    // The product that was found in the text is no competitor of itself.
    pain_points:
      productId === null || text.is_about_product
        ? signal.painPoints
        : { ...signal.painPoints, competitors_mentioned: [] },
    need_points: need.points,
    reach_points: reach.points,
    reach: reach.reach,
    signal: need.signal,
    rating: text.rating,
    published_at: text.published_at,
    country: text.country && folded(text.country),
    industry: text.industry && folded(text.industry),
    search_text: folded(
      withoutContacts([text.title, text.text, text.people, text.product_name].filter(Boolean).join('\n')),
    ),
  };
}
