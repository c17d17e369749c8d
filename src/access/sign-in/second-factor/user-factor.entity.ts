import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The authenticator app of a person. It is active from the first correct code. */
@Entity('user_factors')
export class UserFactor {
  @PrimaryColumn('uuid') userId!: string;
  @Column('bytea') secretEncrypted!: Buffer;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) confirmedAt!: Date | null;

  /** The step of the last code that was accepted, in periods of 30 seconds since 1970. */
  @Column('integer', { default: 0 }) lastStep!: number;

  /** Wrong codes since `failuresSince`. */
  @Column('integer', { default: 0 }) failures!: number;
  @Column('timestamptz', { nullable: true }) failuresSince!: Date | null;
  @Column('timestamptz', { nullable: true }) lockedUntil!: Date | null;
}
