import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * One opportunity in one HubSpot account, with the ids that HubSpot gave. Each id is stored as soon as it is known, so that a worker goes
 * on where another one died. The id of the row is the mark by which what was made without an answer is found again.
 */
@Entity('hand_overs')
export class HandOver {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('uuid') destinationId!: string;
  @Column('uuid') opportunityId!: string;
  @Column('text', { nullable: true }) dealId!: string | null;
  @Column('text', { nullable: true }) contactId!: string | null;
  @Column('text', { nullable: true }) companyId!: string | null;

  /** By which another hand-over finds the company. */
  @Column('text', { nullable: true }) companyDomain!: string | null;
  @Column('text', { nullable: true }) noteId!: string | null;

  /** The stage of the deal as it was made or last read. */
  @Column('text', { nullable: true }) stage!: string | null;

  /** When the stage was last read. */
  @Column('timestamptz', { nullable: true }) stageReadAt!: Date | null;
  @Column('timestamptz', { nullable: true }) completedAt!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
