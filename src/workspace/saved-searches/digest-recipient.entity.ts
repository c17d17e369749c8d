import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person who gets the matches of a search by mail. */
@Entity('digest_recipients')
export class DigestRecipient {
  @PrimaryColumn('uuid') searchId!: string;
  @PrimaryColumn('uuid') userId!: string;

  /** Earlier matches were mailed, or are from before the person was a recipient. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' }) toldUntil!: Date;
}
