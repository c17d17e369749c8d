import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A hash of something that identifies a person who was erased: address, profile, or name and company. */
@Entity('erased_people')
export class ErasedPerson {
  @PrimaryColumn('text') key!: string;
  @Column('timestamptz', { default: () => 'now()' }) erasedAt!: Date;
}
