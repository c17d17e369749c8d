import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CommitteeRole } from './enrichment.types.js';

/** A person of the built-in directory. The `_key` columns hold the normalised forms that look-ups compare. */
@Entity('contacts')
export class Contact {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text', { name: 'company_name' })
  companyName!: string;

  @Column('text', { name: 'name_key' })
  nameKey!: string;

  @Column('text', { name: 'company_key' })
  companyKey!: string;

  @Column('text', { nullable: true })
  title!: string | null;

  @Column('text', { nullable: true })
  department!: string | null;

  @Column('text', { nullable: true })
  seniority!: string | null;

  @Column('text')
  role!: CommitteeRole;

  @Column('text', { name: 'profile_url', nullable: true })
  profileUrl!: string | null;

  @Column('text', { name: 'profile_key', nullable: true })
  profileKey!: string | null;

  @Column('text', { nullable: true })
  city!: string | null;

  @Column('text', { nullable: true })
  country!: string | null;

  @Column('text', { nullable: true })
  email!: string | null;

  @Column('text', { name: 'email_key', nullable: true })
  emailKey!: string | null;

  @Column('text', { nullable: true })
  phone!: string | null;

  @Column('text', { nullable: true })
  source!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt!: Date;
}
