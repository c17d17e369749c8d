import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A review, as in its last import. The text is stored unchanged, so that quotes are slices of it. */
@Entity('reviews')
export class Review {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') productId!: string;
  @Column('text') platform!: string;
  @Column('text') externalId!: string;
  @Column('text', { nullable: true }) title!: string | null;
  @Column('text') text!: string;
  @Column('numeric', { precision: 2, scale: 1, nullable: true }) rating!: number | null;
  @Column('timestamptz', { nullable: true }) publishedAt!: Date | null;
  @Column('text', { nullable: true }) reviewUrl!: string | null;
  @Column('text', { nullable: true }) reviewerName!: string | null;
  @Column('text', { nullable: true }) reviewerTitle!: string | null;
  @Column('text', { nullable: true }) reviewerCompany!: string | null;
  @Column('text', { nullable: true }) reviewerProfileUrl!: string | null;
  @Column('text', { nullable: true }) companyIndustry!: string | null;
  @Column('text', { nullable: true }) companySize!: string | null;
  @Column('text', { nullable: true }) companyCountry!: string | null;
  @Column('text', { nullable: true }) companyWebsite!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) importedAt!: Date;

  /** The number of imports that changed the review, including the first. */
  @Column('integer', { default: 1 }) version!: number;

  /** The version that last changed what a report reads or quotes. */
  @Column('integer', { default: 1 }) contentVersion!: number;
}
