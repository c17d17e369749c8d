import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An item of a source that could not be read, as it came, until it is read after all. At most 1,000 of a source. */
@Entity('source_rejects')
export class SourceReject {
  @PrimaryColumn('uuid') sourceId!: string;

  /** The id of the item, or a hash of an item without one. */
  @PrimaryColumn('text') externalId!: string;
  @Column('text') reason!: string;

  /** Null if it is larger than 16 KB. */
  @Column('jsonb', { nullable: true }) raw!: unknown;
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;
}
