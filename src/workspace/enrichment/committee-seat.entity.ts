import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The place of a person among the people of a company: `position` is the member's index, given once and never again. */
@Entity('committee_seats')
export class CommitteeSeat {
  @PrimaryColumn('text')
  companyKey!: string;

  @PrimaryColumn('integer')
  position!: number;

  @Column('uuid')
  contactId!: string;
}
