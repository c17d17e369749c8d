import { VARIANT_KINDS, type VariantKind } from '#analysis/analysis.types.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** The answers of a review form that a quote can be from. */
export const ANSWERS = ['likes', 'dislikes'] as const;
export type Answer = (typeof ANSWERS)[number];

export class Quote {
  @ApiProperty({
    description: 'Verbatim from the review, with contact data hidden',
    example: 'It keeps crashing when I upload a video.',
  })
  quote_text!: string;

  @ApiProperty({ description: 'The site of the review', example: 'Google Play' }) platform!: string;
  @ApiProperty({ description: 'Empty if the review has no URL', example: '' }) source_url!: string;

  @ApiProperty({ description: 'Empty if the review has no date', example: '2025-03-01T00:00:00.000Z' })
  review_date!: string;
}

export class ThemeMonth {
  @ApiProperty({ description: 'Year and month', example: '2025-03' }) month!: string;

  @ApiProperty({ type: 'integer', description: 'Reviews of the month that name the problem', example: 12 })
  mentions!: number;

  @ApiProperty({ type: 'integer', description: 'Reviews of the month that were read', example: 140 })
  reviews!: number;

  @ApiProperty({
    description: 'True if fewer than 20 reviews of the month were read: too few for a rate',
    example: false,
  })
  too_small!: boolean;
}

export class ThemeVariant {
  @ApiProperty({ description: 'The part of the problem', example: 'Cannot open large files' }) name!: string;

  @ApiProperty({
    enum: VARIANT_KINDS,
    description:
      '`object`: a thing that the problem concerns; `circumstance`: when or where it occurs; `wording`: another form of it',
    example: 'object',
  })
  kind!: VariantKind;

  @ApiProperty({
    type: 'integer',
    description:
      'The reviews that name the variant. Each is a mention of the theme; a review may name several variants',
    example: 34,
  })
  total_mentions!: number;

  @ApiProperty({
    type: 'number',
    description: 'The share of the texts read that name the variant, from 0 to 1',
    example: 0.0035,
  })
  share!: number;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'The average rating of the reviews that name the variant; null without ratings',
    example: 1.9,
  })
  average_rating!: number | null;

  @ApiProperty({
    enum: ['trending', 'emerging', 'stable', 'declining'],
    description: 'How the share of reviews with the variant changes',
    example: 'stable',
  })
  trend!: string;

  @ApiProperty({ type: Quote, nullable: true, description: 'A review that names the variant; null without one' })
  quote!: Quote | null;
}

export class ThemeChange {
  @ApiProperty({ description: 'The first month with the new share', example: '2025-03' }) month!: string;

  @ApiProperty({ type: 'number', description: 'The share of reviews that name the problem before', example: 0.04 })
  from_share!: number;

  @ApiProperty({ type: 'number', description: 'The share from this month on', example: 0.11 }) to_share!: number;
}

export class Theme {
  @ApiProperty({ description: 'The problem in words of the reviews', example: 'Cannot open files' })
  category_name!: string;
  @ApiProperty({ type: [Quote], description: 'Reviews that name the problem' }) quotes!: Quote[];

  @ApiProperty({
    enum: ['trending', 'emerging', 'stable', 'declining'],
    description: 'How the share of reviews with the problem changes',
    example: 'trending',
  })
  trend!: string;

  @ApiProperty({ type: 'integer', description: 'The number of reviews that mention the theme', example: 131 })
  total_mentions!: number;

  @ApiProperty({
    description:
      '`high`, `medium` or `low`, then the evidence. A review is critical with at most two stars, or without stars if its frustration is high or critical',
    example: 'high: named in 31% of critical reviews, average rating 1.8',
  })
  business_impact!: string;

  @ApiProperty({ description: 'The kind of problem', example: 'Bugs and crashes' }) category!: string;

  @ApiProperty({
    format: 'uuid',
    description: 'The same in the next report of the product while the theme means the same',
    example: '4be0643f-1d98-573b-97cd-ca98a65347dd',
  })
  theme_id!: string;

  @ApiProperty({
    description:
      'A stable key of what the theme is about, such as `downloads`; `other` for the problems of no theme. Empty in older reports',
    example: 'opens',
  })
  family!: string;

  @ApiProperty({ type: [ThemeVariant], description: 'Parts of the problem, largest first, at most 8; may be empty' })
  variants!: ThemeVariant[];

  @ApiProperty({
    type: 'number',
    description: 'The share of the texts read that name the problem, from 0 to 1',
    example: 0.0133,
  })
  share!: number;

  @ApiProperty({ type: 'number', description: 'The lower limit of the share (Wilson, 95 %)', example: 0.0112 })
  share_low!: number;

  @ApiProperty({ type: 'number', description: 'The upper limit of the share (Wilson, 95 %)', example: 0.0157 })
  share_high!: number;

  @ApiPropertyOptional({
    type: [ThemeMonth],
    description: 'Only with a key: the last complete months, at most 24, oldest first, without a gap',
  })
  months?: ThemeMonth[];

  @ApiPropertyOptional({
    type: ThemeChange,
    nullable: true,
    description:
      'Only with a key: the month from which on the share differs, by the months before and after it or by the last three ' +
      'months alone. Null if no difference is beyond chance, or if it has not lasted',
  })
  change?: ThemeChange | null;

  @ApiPropertyOptional({
    type: 'number',
    nullable: true,
    description:
      'Only with a key: the share of the last three complete months, divided by the share before. Null unless the trend is ' +
      'trending, which is beyond chance',
    example: 2.7,
  })
  rising?: number | null;
}
