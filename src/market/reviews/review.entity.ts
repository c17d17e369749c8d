import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One review as it was last imported. Its text is kept to the letter, so that quotes are slices of it. */
@Entity('reviews')
export class Review {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'product_id' })
  productId!: string;

  @Column('text')
  platform!: string;

  @Column('text', { name: 'external_id' })
  externalId!: string;

  @Column('text', { nullable: true })
  title!: string | null;

  @Column('text')
  text!: string;

  @Column('numeric', { nullable: true })
  rating!: number | null;

  @Column('timestamptz', { name: 'published_at', nullable: true })
  publishedAt!: Date | null;

  @Column('text', { name: 'review_url', nullable: true })
  reviewUrl!: string | null;

  @Column('text', { name: 'reviewer_name', nullable: true })
  reviewerName!: string | null;

  @Column('text', { name: 'reviewer_title', nullable: true })
  reviewerTitle!: string | null;

  @Column('text', { name: 'reviewer_company', nullable: true })
  reviewerCompany!: string | null;

  @Column('text', { name: 'reviewer_profile_url', nullable: true })
  reviewerProfileUrl!: string | null;

  @Column('text', { name: 'company_industry', nullable: true })
  companyIndustry!: string | null;

  @Column('text', { name: 'company_size', nullable: true })
  companySize!: string | null;

  @Column('text', { name: 'company_country', nullable: true })
  companyCountry!: string | null;

  @Column('text', { name: 'company_website', nullable: true })
  companyWebsite!: string | null;

  @Column('timestamptz', { name: 'imported_at', default: () => 'now()' })
  importedAt!: Date;
}
