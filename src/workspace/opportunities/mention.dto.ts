import { ApiProperty } from '@nestjs/swagger';
import { SENTIMENTS } from '#analysis/analysis.types.js';
import type { Sentiment } from '#analysis/analysis.types.js';
import { OpportunityProduct } from './opportunity-product.dto.js';
import { NullableText, NullableTime } from './nullable.fields.js';
import { PainPoints } from './pain-points.dto.js';

/** The social post of an opportunity. Public data of the author is not gated. */
export class Mention {
  @ApiProperty({ format: 'uuid', description: 'The id of the post' }) id!: string;
  @NullableText('Address of the post') url!: string | null;
  @NullableText('The post, with contact data hidden until your team has unlocked that field of the author') text!:
    string | null;
  @NullableTime('When it was posted') posted_at!: string | null;

  @ApiProperty({
    type: 'string',
    enum: SENTIMENTS,
    nullable: true,
    description: 'The tone of the post',
    example: 'negative',
  })
  sentiment!: Sentiment | null;

  @ApiProperty({ type: 'boolean', nullable: true, description: 'The author wants to buy, to switch or to get advice' })
  has_buying_signal!: boolean | null;

  @ApiProperty({ type: PainPoints, nullable: true, description: 'The problems that the post names' })
  pain_points!: PainPoints | null;

  @NullableText('Who wrote it') author_name!: string | null;
  @NullableText('Headline of the author') author_headline!: string | null;
  @NullableText('Job title') author_title!: string | null;
  @NullableText('About the author') author_bio!: string | null;
  @NullableText('Profile of the author') author_profile_url!: string | null;
  @NullableText('City') author_city!: string | null;
  @NullableText('Country') author_country!: string | null;
  @NullableText('Company of the author') author_company_name!: string | null;
  @NullableText('Address of its logo') author_company_logo!: string | null;
  @NullableText('Its page on the network') author_company_network_url!: string | null;
  @NullableText('Its website') author_company_website!: string | null;
  @NullableText('Its size, as stated by the source') author_company_size!: string | null;
  @NullableText('Its industry') author_company_industry!: string | null;
  @NullableText('What it does') author_company_description!: string | null;
  @NullableText('Community of the forum') forum_community!: string | null;

  @ApiProperty({ type: OpportunityProduct, nullable: true, description: 'The product the post is about' })
  product!: OpportunityProduct | null;
}
