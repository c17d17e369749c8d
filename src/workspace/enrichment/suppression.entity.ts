import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Somebody who is never revealed: a normalised e-mail address or profile address. */
@Entity('suppressions')
export class Suppression {
  @PrimaryColumn('text')
  key!: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
