import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person's request for the erasure of their data. It is valid once the link of the mail was used. */
@Entity('privacy_requests')
export class PrivacyRequest {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') email!: string;
  @Column('bytea') tokenHash!: Buffer;
  @Column('timestamptz', { default: () => 'now()' }) requestedAt!: Date;

  /** When the person confirmed the address. */
  @Column('timestamptz', { nullable: true }) confirmedAt!: Date | null;
}
