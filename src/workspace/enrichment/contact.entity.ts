import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CommitteeRole } from './enrichment.types.js';

/** A person of the built-in directory. The `_key` columns hold the normalized forms that look-ups compare. */
@Entity('contacts')
export class Contact {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text') companyName!: string;
  @Column('text') nameKey!: string;
  @Column('text') companyKey!: string;
  @Column('text', { nullable: true }) title!: string | null;
  @Column('text', { nullable: true }) department!: string | null;
  @Column('text', { nullable: true }) seniority!: string | null;
  @Column('text') role!: CommitteeRole;
  @Column('text', { nullable: true }) profileUrl!: string | null;
  @Column('text', { nullable: true }) profileKey!: string | null;
  @Column('text', { nullable: true }) city!: string | null;
  @Column('text', { nullable: true }) country!: string | null;
  @Column('text', { nullable: true }) email!: string | null;
  @Column('text', { nullable: true }) emailKey!: string | null;
  @Column('text', { nullable: true }) phone!: string | null;
  @Column('text', { nullable: true }) source!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
}
