import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { defineOperation } from '#platform/operations/operation.js';

export class FilterValue {
  @ApiProperty({ description: 'The value, as the filter takes it', example: 'high' }) value!: string;
  @ApiPropertyOptional({ description: 'The name of a product', example: 'Tabula' }) name?: string;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'The opportunities with the value', example: 120 })
  count!: number;
}

const Values = (description: string): PropertyDecorator =>
  ApiProperty({ type: [FilterValue], maxItems: 200, description });

export class FilterValues {
  @Values('By the status that your team has given') status!: FilterValue[];
  @Values('By whether your team has viewed them') is_viewed!: FilterValue[];
  @Values('By whether your team has unlocked a contact or the buying committee') is_revealed!: FilterValue[];
  @Values('By source') source!: FilterValue[];
  @Values('By product, the most frequent first') product_id!: FilterValue[];
  @Values('By frustration tier') frustration_tier!: FilterValue[];
  @Values('By tone') sentiment!: FilterValue[];
  @Values('By buying signal') has_buying_signal!: FilterValue[];
  @Values('By whether the writer can be found') reach!: FilterValue[];
  @Values('By the need that the text states') signal!: FilterValue[];
  @Values('By country, the most frequent first') country!: FilterValue[];
  @Values('By industry, the most frequent first') industry!: FilterValue[];
}

export const listFilters = defineOperation({
  id: 'list_filters',
  tag: 'Opportunities',
  summary: 'Lists the values of the filters of opportunities, with counts',
  description: 'At most 200 values for each filter. The counts are up to 10 minutes old.',
  input: {},
  output: { type: FilterValues },
});
