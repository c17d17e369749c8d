import { ApiProperty } from '@nestjs/swagger';
import { idPath } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';

export const STANDINGS = ['worse', 'similar', 'better'] as const;

/** Mentions per 100 texts read, with the limits between which the true rate lies with 95 % confidence. */
export class MentionRate {
  @ApiProperty({ type: 'number', description: 'Mentions per 100 texts read', example: 4.2 }) per_hundred!: number;
  @ApiProperty({ type: 'number', description: 'The lower limit of the 95 % interval', example: 3.8 }) low!: number;
  @ApiProperty({ type: 'number', description: 'The upper limit of the 95 % interval', example: 4.6 }) high!: number;
}

export class StandingInCategory {
  @ApiProperty({ description: 'The kind of problem', example: 'Bugs and crashes' }) category!: string;

  @ApiProperty({ type: [String], format: 'uuid', description: 'The themes of this kind in the report of the product' })
  theme_ids!: string[];

  @ApiProperty({ type: MentionRate, description: 'The product' }) product!: MentionRate;
  @ApiProperty({ type: MentionRate, description: 'All competitors with a report, together' }) competitors!: MentionRate;

  @ApiProperty({
    enum: STANDINGS,
    description: 'Worse: more mentions than the competitors, by more than the intervals explain',
    example: 'worse',
  })
  standing!: (typeof STANDINGS)[number];
}

export class Standing {
  @ApiProperty({ type: 'integer', description: 'The number of competitors with a report', example: 6 })
  competitors!: number;

  @ApiProperty({ type: 'integer', description: 'The number of their texts read', example: 48_210 })
  competitor_reviews!: number;

  @ApiProperty({
    type: [StandingInCategory],
    description: 'Most mentions of the product first; empty without a report of the product and of a competitor',
  })
  categories!: StandingInCategory[];
}

export const getStanding = defineOperation({
  id: 'get_standing',
  tag: 'Comparisons',
  summary: 'How the complaints about a product compare with those about its competitors',
  description:
    'For each kind of problem: mentions per 100 texts read, of the product and of its competitors together, with 95 % ' +
    'intervals. Made from the last finished reports. Competitors are the most reviewed products that share a category.',
  input: { path: idPath('The product') },
  output: { type: Standing },
  failures: [404],
});
