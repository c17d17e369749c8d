import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A text that a source had: where it comes from, and when the source is asked again whether it is still there. */
@Entity('source_items')
export class SourceItem {
  @PrimaryColumn('uuid') sourceId!: string;
  @PrimaryColumn('text') externalId!: string;

  /** The platform of a review, or the kind of place of a post. With the id it identifies the text. */
  @Column('text') place!: string;

  /** What the source needs to find it again. Null if it cannot be asked for one text. */
  @Column('text', { nullable: true }) ref!: string | null;

  /** A hash of address and text, for sources that give one text several ids. */
  @Column('text', { nullable: true }) fingerprint!: string | null;
  @Column('timestamptz', { nullable: true }) itemAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) firstSeenAt!: Date;

  /** To the day. */
  @Column('timestamptz', { default: () => 'now()' }) lastSeenAt!: Date;
  @Column('timestamptz', { nullable: true }) nextCheckAt!: Date | null;
  @Column('timestamptz', { nullable: true }) missingSince!: Date | null;
}
