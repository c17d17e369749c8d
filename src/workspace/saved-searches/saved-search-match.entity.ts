import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An opportunity that a saved search has found, once. */
@Entity('saved_search_matches')
export class SavedSearchMatch {
  @PrimaryColumn('uuid') searchId!: string;
  @PrimaryColumn('uuid') opportunityId!: string;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' }) matchedAt!: Date;

  /** The opportunity was known before, and its text was read again. */
  @Column('boolean', { default: false }) updated!: boolean;

  /** The feedback of the team on the match. */
  @Column('boolean', { nullable: true }) relevant!: boolean | null;
}
