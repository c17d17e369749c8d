import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FrustrationTier, PainPointsAnalysis, Sentiment } from '#analysis/analysis.types.js';
import type { Need } from '#analysis/needs/need.patterns.js';
import type { Reach } from './opportunity.vocabulary.js';

/** A review or post that signals a buying need. All teams share it, and each team has its own triage. */
@Entity('opportunities')
export class Opportunity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') source!: 'review' | 'network' | 'forum';
  @Column('uuid', { nullable: true }) reviewId!: string | null;
  @Column('uuid', { nullable: true }) postId!: string | null;
  @Column('uuid', { nullable: true }) productId!: string | null;
  @Column('text') frustrationTier!: FrustrationTier;
  @Column('text') sentiment!: Sentiment;
  @Column('boolean') hasBuyingSignal!: boolean;
  @Column('jsonb') painPoints!: PainPointsAnalysis;

  /** Points for the need, the reach and the age of the text, 0 to 100. The points for the age are at most an hour old. */
  @Column('smallint') score!: number;

  /** The points for the need that the text states, 0 to 40. A trigger estimates them if detection stores none. */
  @Column('smallint') needPoints!: number;

  /** The points for what is known about the writer, 0 to 30. */
  @Column('smallint') reachPoints!: number;
  @Column('text') reach!: Reach;

  /** The need that the text states. */
  @Column('text', { nullable: true }) signal!: Need | null;

  /** The same for a text and its reposts. Null for a text that is too short to compare. */
  @Column('text', { nullable: true }) repostKey!: string | null;
  @Column('numeric', { precision: 3, scale: 1, nullable: true }) rating!: number | null;

  /** Folded, for comparison with the filter. Never shown. */
  @Column('text', { nullable: true }) country!: string | null;

  /** Folded, for comparison with the filter. Never shown. */
  @Column('text', { nullable: true }) industry!: string | null;

  /** The own date of the text. Null when the source has none. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) publishedAt!: Date | null;

  /** Without contact data: folded text, people, company and product, for the filter `q`. */
  @Column('text') searchText!: string;

  /** The engine that read the text, such as `built-in/1.0.0`. */
  @Column('text') engine!: string;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' }) createdAt!: Date;

  /** When the reading of the text last changed. A trigger sets it. */
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
}
