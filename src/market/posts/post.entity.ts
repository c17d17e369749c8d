import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A social post, identified by `source` and `externalId`. */
@Entity('posts')
export class Post {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') source!: 'network' | 'forum';
  @Column('text') externalId!: string;
  @Column('text') text!: string;
  @Column('text', { nullable: true }) url!: string | null;
  @Column('timestamptz', { nullable: true }) postedAt!: Date | null;
  @Column('text', { nullable: true }) forumCommunity!: string | null;
  @Column('text', { nullable: true }) productName!: string | null;
  @Column('text', { nullable: true }) authorName!: string | null;
  @Column('text', { nullable: true }) authorHeadline!: string | null;
  @Column('text', { nullable: true }) authorTitle!: string | null;
  @Column('text', { nullable: true }) authorBio!: string | null;
  @Column('text', { nullable: true }) authorProfileUrl!: string | null;
  @Column('text', { nullable: true }) authorCity!: string | null;
  @Column('text', { nullable: true }) authorCountry!: string | null;
  @Column('text', { nullable: true }) authorCompanyName!: string | null;
  @Column('text', { nullable: true }) authorCompanyWebsite!: string | null;
  @Column('text', { nullable: true }) authorCompanySize!: string | null;
  @Column('text', { nullable: true }) authorCompanyIndustry!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;

  /** The number of imports that changed the post, including the first. */
  @Column('integer', { default: 1 }) version!: number;
}
