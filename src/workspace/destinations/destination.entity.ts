import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  DESTINATION_STATUSES,
  DestinationDisabledReason,
  DestinationKind,
  DestinationNews,
} from './destination.types.js';

/** A place outside the app to which a team sends news or opportunities. A deleted one is kept as long as its log, without its secret. */
@Entity('destinations')
export class Destination {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('text') kind!: DestinationKind;
  @Column('text') name!: string;
  @Column('text', { array: true }) news!: DestinationNews[];

  /** The searches whose matches are sent; null for all. */
  @Column('uuid', { array: true, nullable: true }) savedSearchIds!: string[] | null;

  /** The address of the incoming webhook, or the token of the private app. Null once it is deleted. */
  @Column('bytea', { nullable: true }) secretEncrypted!: Buffer | null;

  /** The last four characters of the secret. */
  @Column('text') secretHint!: string;

  /** The address of the account in a browser. Null until it is prepared for hand-overs. */
  @Column('text', { nullable: true }) accountUrl!: string | null;
  @Column('boolean', { default: true }) livemode!: boolean;
  @Column('text', { default: 'enabled' }) status!: (typeof DESTINATION_STATUSES)[number];
  @Column('text', { nullable: true }) disabledReason!: DestinationDisabledReason | null;

  /** The last failure in words. Null again after a success. */
  @Column('text', { nullable: true }) lastFailure!: string | null;
  @Column('timestamptz', { nullable: true }) lastFailureAt!: Date | null;
  @Column('timestamptz', { nullable: true }) lastSuccessAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
  @Column('timestamptz', { nullable: true }) deletedAt!: Date | null;
}
