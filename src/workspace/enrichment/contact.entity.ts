import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OptionalTexts } from '#platform/database/optional-texts.js';
import type { CommitteeRole } from './enrichment.types.js';

const POSITION = ['title', 'department', 'seniority', 'city', 'country'] as const;
const ADDRESSES = ['profileUrl', 'profileKey', 'email', 'emailKey', 'phone'] as const;

/** A person of the built-in directory. The `_key` columns hold the normalized forms that look-ups compare. */
@Entity('contacts')
export class Contact extends OptionalTexts('source', ...POSITION, ...ADDRESSES) {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text') companyName!: string;
  @Column('text') nameKey!: string;
  @Column('text') companyKey!: string;
  @Column('text') role!: CommitteeRole;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
}
