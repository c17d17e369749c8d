import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OptionalTexts } from '#platform/database/optional-texts.js';

const REVIEWER = ['reviewerName', 'reviewerTitle', 'reviewerCompany', 'reviewerProfileUrl'] as const;
const COMPANY = ['companyIndustry', 'companySize', 'companyCountry', 'companyWebsite'] as const;

/** A review, as in its last import. The text is stored unchanged, so that quotes are slices of it. */
@Entity('reviews')
export class Review extends OptionalTexts('title', 'reviewUrl', ...REVIEWER, ...COMPANY) {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') productId!: string;
  @Column('text') platform!: string;
  @Column('text') externalId!: string;
  @Column('text') text!: string;

  /** The answers of forms that ask for both. The text contains them. */
  @Column('text', { nullable: true }) likes!: string | null;
  @Column('text', { nullable: true }) dislikes!: string | null;
  @Column('numeric', { precision: 2, scale: 1, nullable: true }) rating!: number | null;
  @Column('timestamptz', { nullable: true }) publishedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) importedAt!: Date;

  /** The number of imports that changed the review, including the first. */
  @Column('integer', { default: 1 }) version!: number;

  /** The version that last changed what a report reads or quotes. */
  @Column('integer', { default: 1 }) contentVersion!: number;

  /** The import that inserted the review, and the one that changed it last. Null for those of earlier releases. */
  @Column('integer', { nullable: true }) insertedBy!: number | null;
  @Column('integer', { nullable: true }) changedBy!: number | null;
}
