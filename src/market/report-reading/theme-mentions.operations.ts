import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IdField, OneOf, OptionalField } from '#platform/operations/fields.js';
import { AnyText, TimeQuery, Within } from '#platform/operations/filters.js';
import { defineOperation } from '#platform/operations/operation.js';
import { CursorQuery } from '#platform/operations/pagination.dto.js';
import { type Answer, ANSWERS, Quote } from '#market/reports/theme.dto.js';

export const MENTION_SORTS = ['-strength', '-review_date'] as const;

export class ThemePath {
  @IdField('Id of the product') id!: string;
  @IdField('Id of the theme, from the report') theme_id!: string;
}

export class ThemeMentionsQuery extends CursorQuery {
  @Within(0, 5, 'Lowest rating; leaves out reviews without a rating') min_rating?: number[];
  @Within(0, 5, 'Highest rating; leaves out reviews without a rating') max_rating?: number[];
  @AnyText('The site of the review, case-insensitive') platform?: string[];
  @AnyText('The name of a variant of the theme, case-insensitive; any other is refused with the `allowed` ones')
  variant?: string[];
  @TimeQuery('Published after this time; leaves out reviews without a date') published_after?: string[];
  @TimeQuery('Published before this time; leaves out reviews without a date') published_before?: string[];

  @ApiPropertyOptional({
    enum: MENTION_SORTS,
    default: '-strength',
    description: 'Order: the strongest or the newest first; reviews without a date follow the others',
  })
  @OptionalField()
  @OneOf(MENTION_SORTS)
  sort: (typeof MENTION_SORTS)[number] = '-strength';
}

export class ThemeMention extends Quote {
  @ApiProperty({
    description:
      'Verbatim from the review, with contact data hidden; empty if no sentence of the text names the problem',
    example: 'It keeps crashing when I upload a video.',
  })
  declare quote_text: string;

  @ApiProperty({ format: 'uuid', description: 'The id of the review' }) review_id!: string;

  @ApiProperty({ type: 'number', nullable: true, description: 'From 1 to 5; null without a rating', example: 2 })
  rating!: number | null;

  @ApiProperty({
    enum: ANSWERS,
    nullable: true,
    description: 'The answer that contains the quote, if the review form asks what the reviewer likes and dislikes',
    example: 'dislikes',
  })
  answer!: Answer | null;

  @ApiProperty({
    type: 'number',
    description: 'How surely the quote is a complaint of this theme, from 0 to 1',
    example: 0.93,
  })
  strength!: number;
}

export const listThemeMentions = defineOperation({
  id: 'list_theme_mentions',
  tag: 'Pain points',
  summary: 'Lists the reviews that name a theme',
  description:
    'Every mention of a theme of the last report: one per review, as many as `total_mentions`. Quotes are as written when ' +
    'the report was made, also if the review has changed since. A new report changes nothing for a list that is being ' +
    'read. Reports that are older than this list have no mentions; then `meta.note` says so.',
  input: { path: ThemePath, query: ThemeMentionsQuery },
  ranges: [
    ['min_rating', 'max_rating'],
    ['published_after', 'published_before'],
  ],
  output: { type: ThemeMention, isArray: true, paginated: 'cursor', noted: true },
});
