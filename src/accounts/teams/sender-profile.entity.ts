import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The sender in a team's pitches. A team without a row has no profile. */
@Entity('sender_profiles')
export class SenderProfile {
  @PrimaryColumn('uuid') teamId!: string;
  @Column('text', { nullable: true }) company!: string | null;
  @Column('text', { nullable: true }) product!: string | null;
  @Column('text', { nullable: true }) whatItDoes!: string | null;
  @Column('text', { nullable: true }) forWhom!: string | null;
  @Column('text', { nullable: true }) name!: string | null;
  @Column('text', { nullable: true }) role!: string | null;
  @Column('text', { nullable: true }) signature!: string | null;
  @Column('text', { nullable: true }) tone!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
}
