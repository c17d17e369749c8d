import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OptionalTexts } from '#platform/database/optional-texts.js';

const AUTHOR = ['authorName', 'authorHeadline', 'authorTitle', 'authorBio', 'authorProfileUrl'] as const;
const PLACE = ['authorCity', 'authorCountry'] as const;
const COMPANY = ['authorCompanyName', 'authorCompanyWebsite', 'authorCompanySize', 'authorCompanyIndustry'] as const;

/** A social post, identified by `source` and `externalId`. */
@Entity('posts')
export class Post extends OptionalTexts('url', 'forumCommunity', 'productName', ...AUTHOR, ...PLACE, ...COMPANY) {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') source!: 'network' | 'forum';
  @Column('text') externalId!: string;
  @Column('text') text!: string;
  @Column('timestamptz', { nullable: true }) postedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;

  /** The number of imports that changed the post, including the first. */
  @Column('integer', { default: 1 }) version!: number;

  /** The import that inserted the post, and the one that changed it last. Null for those of earlier releases. */
  @Column('integer', { nullable: true }) insertedBy!: number | null;
  @Column('integer', { nullable: true }) changedBy!: number | null;
}
