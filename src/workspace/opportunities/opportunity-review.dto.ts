import { ApiProperty } from '@nestjs/swagger';
import { OpportunityProduct } from './opportunity-product.dto.js';
import { NullableText, NullableTime } from './nullable.fields.js';
import { PainPoints } from './pain-points.dto.js';

/** The review of an opportunity. */
export class OpportunityReview {
  @ApiProperty({ format: 'uuid', description: 'The id of the review' }) id!: string;
  @ApiProperty({ description: 'Platform of the review', example: 'G2' }) platform!: string;
  @NullableText('Title, with contact data hidden like in the text') title!: string | null;

  @ApiProperty({
    description:
      'The review. An email address, phone number or profile in it reads [email hidden], [phone hidden] or ' +
      '[profile hidden] until your team has unlocked that field of the reviewer',
    example: 'It loses my notes every time I go offline. Write to [email hidden].',
  })
  text!: string;

  @NullableText('Who wrote it') reviewer_name!: string | null;
  @NullableText('Job title') reviewer_title!: string | null;
  @NullableText('Company of the reviewer') reviewer_company!: string | null;
  @NullableText('Address of its logo') reviewer_company_logo!: string | null;

  @ApiProperty({
    type: 'number',
    minimum: 1,
    maximum: 5,
    nullable: true,
    description: 'The rating; null if the review has none',
    example: 1.5,
  })
  rating!: number | null;

  @NullableText('Address of the review') review_url!: string | null;

  @NullableText("The reviewer's own profile; null unless your team unlocked the reviewer")
  network_lead_url!: string | null;

  @NullableText("The company's page on the network") network_company_url!: string | null;
  @NullableTime('When it was published; null when the source has no date') published_at!: string | null;
  @NullableText('Industry') company_industry!: string | null;
  @NullableText('Size, as stated by the source') company_size!: string | null;
  @NullableText('Country') company_country!: string | null;
  @NullableText('The business of the company') company_description!: string | null;
  @NullableText('Website') company_website!: string | null;
  @NullableText('Company, from enrichment') enriched_company_name!: string | null;
  @NullableText('Its logo') enriched_company_logo!: string | null;
  @NullableText('Its industry') enriched_company_industry!: string | null;
  @NullableText('Its size') enriched_company_size!: string | null;
  @NullableText('Its country') enriched_company_country!: string | null;
  @NullableText('Its website') enriched_company_website!: string | null;
  @NullableText('Its page on the network') enriched_company_network!: string | null;
  @NullableText('Reviewer, from enrichment') enriched_reviewer_name!: string | null;
  @NullableText('Their title') enriched_reviewer_title!: string | null;
  @NullableText('Their profile; null unless your team unlocked the reviewer') enriched_reviewer_network!: string | null;
  @NullableText('Their city') enriched_reviewer_city!: string | null;
  @NullableText('Their country') enriched_reviewer_country!: string | null;

  @ApiProperty({ type: PainPoints, nullable: true, description: 'The problems that the review names' })
  pain_points_analysis!: PainPoints | null;

  @ApiProperty({ type: OpportunityProduct, nullable: true, description: 'The product under review' })
  product!: OpportunityProduct | null;
}
