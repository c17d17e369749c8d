import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person or domain that a team does not want to contact, as a normalized address. */
@Entity('team_suppressions')
export class TeamSuppression {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('text') key!: string;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' }) createdAt!: Date;
}
