import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The seat of a person in the buying committee of a company. `position` is the member's index and is never reused. */
@Entity('committee_seats')
export class CommitteeSeat {
  @PrimaryColumn('text') companyKey!: string;
  @PrimaryColumn('integer') position!: number;
  /** Null for the seat of a person who was erased. */
  @Column('uuid', { nullable: true }) contactId!: string | null;
}
