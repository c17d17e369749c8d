import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When a person was on the home page of a team. */
@Entity('home_visits')
export class HomeVisit {
  @PrimaryColumn('uuid') teamId!: string;
  @PrimaryColumn('uuid') userId!: string;

  /** The end of the visit before this one. Null during the first visit. */
  @Column('timestamptz', { nullable: true }) previousAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) seenAt!: Date;
}
