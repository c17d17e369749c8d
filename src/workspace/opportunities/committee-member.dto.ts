import { ApiProperty } from '@nestjs/swagger';
import { COMMITTEE_ROLES, type CommitteeRole } from '#workspace/enrichment/enrichment.types.js';
import type { CommitteeMember } from '#workspace/unlocks/unlock-states.service.js';
import { NullableText } from './nullable.fields.js';

/** One person of the buying committee. */
export class BuyingCommitteeMember implements CommitteeMember {
  @ApiProperty({
    type: 'integer',
    description: 'The permanent index of the member: the target_id of an unlock',
    example: 0,
  })
  index!: number;

  @ApiProperty({ description: 'The name of the person', example: 'Ada Lovelace' }) name!: string;
  @NullableText('Job title') title!: string | null;

  @ApiProperty({ enum: COMMITTEE_ROLES, description: 'The part in a decision to buy', example: 'decision_maker' })
  role!: CommitteeRole;

  @NullableText('Department') department!: string | null;
  @NullableText('Seniority') seniority!: string | null;
  @ApiProperty({ description: 'The company of the person', example: 'Analytical Engines Ltd' }) company_name!: string;
  @NullableText('Profile') profile_url!: string | null;
  @NullableText('City') city!: string | null;
  @NullableText('Country') country!: string | null;
  @NullableText('Null unless your team unlocked it') email!: string | null;
  @NullableText('Null unless your team unlocked it') phone!: string | null;

  @ApiProperty({ description: 'Whether your team unlocked the email address', example: false })
  is_email_revealed!: boolean;

  @ApiProperty({ description: 'Whether your team unlocked the phone number', example: false })
  is_phone_revealed!: boolean;

  @ApiProperty({ description: 'Unlocked, but nothing was found', example: false }) email_not_found!: boolean;
  @ApiProperty({ description: 'Unlocked, but nothing was found', example: false }) phone_not_found!: boolean;
  @NullableText('The provider that found the address') email_source!: string | null;
  @NullableText('The provider that found the number') phone_source!: string | null;
}

export class BuyingCommittee {
  @ApiProperty({ description: 'Whether your team unlocked the committee', example: false }) is_revealed!: boolean;

  @ApiProperty({ type: [BuyingCommitteeMember], nullable: true, description: 'Null until your team unlocks it' })
  members!: BuyingCommitteeMember[] | null;
}
