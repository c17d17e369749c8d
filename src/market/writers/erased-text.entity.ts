import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A text that was erased. No import brings it back. */
@Entity('erased_texts')
export class ErasedText {
  @PrimaryColumn('text') kind!: 'reviews' | 'posts';

  /** The platform of a review, or the kind of place of a post. */
  @PrimaryColumn('text') place!: string;
  @PrimaryColumn('text') externalId!: string;

  /** `gone`: its source does not have it any more. `asked`: a person asked for it. */
  @Column('text') why!: 'gone' | 'asked';
  @Column('timestamptz', { default: () => 'now()' }) erasedAt!: Date;
}
