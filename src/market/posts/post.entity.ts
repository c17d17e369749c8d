import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One social post; `source` and `externalId` name it for ever. */
@Entity('posts')
export class Post {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  source!: 'network' | 'forum';

  @Column('text', { name: 'external_id' })
  externalId!: string;

  @Column('text')
  text!: string;

  @Column('text', { nullable: true })
  url!: string | null;

  @Column('timestamptz', { name: 'posted_at', nullable: true })
  postedAt!: Date | null;

  @Column('text', { name: 'forum_community', nullable: true })
  forumCommunity!: string | null;

  @Column('text', { name: 'product_name', nullable: true })
  productName!: string | null;

  @Column('text', { name: 'author_name', nullable: true })
  authorName!: string | null;

  @Column('text', { name: 'author_headline', nullable: true })
  authorHeadline!: string | null;

  @Column('text', { name: 'author_title', nullable: true })
  authorTitle!: string | null;

  @Column('text', { name: 'author_bio', nullable: true })
  authorBio!: string | null;

  @Column('text', { name: 'author_profile_url', nullable: true })
  authorProfileUrl!: string | null;

  @Column('text', { name: 'author_city', nullable: true })
  authorCity!: string | null;

  @Column('text', { name: 'author_country', nullable: true })
  authorCountry!: string | null;

  @Column('text', { name: 'author_company_name', nullable: true })
  authorCompanyName!: string | null;

  @Column('text', { name: 'author_company_website', nullable: true })
  authorCompanyWebsite!: string | null;

  @Column('text', { name: 'author_company_size', nullable: true })
  authorCompanySize!: string | null;

  @Column('text', { name: 'author_company_industry', nullable: true })
  authorCompanyIndustry!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt!: Date;
}
