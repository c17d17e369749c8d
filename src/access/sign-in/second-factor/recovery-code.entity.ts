import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A code that replaces the authenticator app once. Only its hash is stored. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('bytea') codeHash!: Buffer;
  @Column('uuid') userId!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
