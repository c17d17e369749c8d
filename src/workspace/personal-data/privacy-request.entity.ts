import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person's request that nothing about them is kept. It counts when the link of the mail was used. */
@Entity('privacy_requests')
export class PrivacyRequest {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') email!: string;
  @Column('bytea') tokenHash!: Buffer;
  @Column('timestamptz', { default: () => 'now()' }) requestedAt!: Date;

  /** When the person has shown that the address is theirs. */
  @Column('timestamptz', { nullable: true }) confirmedAt!: Date | null;
}
