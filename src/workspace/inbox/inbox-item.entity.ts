import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The kinds of inbox items: a match, a finished report, a threshold of spending, a disabled endpoint, a mention in a comment. */
export const INBOX_KINDS = ['opportunity', 'report', 'threshold', 'endpoint', 'mention'] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** A notification of a team in the app. One row for each subject, even with several events. */
@Entity('inbox_items')
export class InboxItem {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('text') kind!: InboxKind;

  /** The subject of the item, unique for its kind: the id of an opportunity, report or event. */
  @Column('text') subject!: string;

  /** The opportunity of a match or a mention, with which the item is removed. */
  @Column('uuid', { nullable: true }) opportunityId!: string | null;

  /** The searches that found the opportunity. */
  @Column('uuid', { array: true, default: () => "'{}'" }) savedSearchIds!: string[];

  /** Null for an opportunity, whose title is made when it is shown. */
  @Column('text', { nullable: true }) title!: string | null;

  /** The page in the app. */
  @Column('text') path!: string;
  @Column('boolean', { default: false }) isRead!: boolean;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' }) createdAt!: Date;
}
