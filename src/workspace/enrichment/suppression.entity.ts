import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person who must never be revealed, as a normalized email address or profile address. */
@Entity('suppressions')
export class Suppression {
  @PrimaryColumn('text') key!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
