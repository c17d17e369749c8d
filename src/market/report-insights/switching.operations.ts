import { ApiProperty } from '@nestjs/swagger';
import { idPath } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { Quote } from '#market/reports/theme.dto.js';

export class SwitchingProduct {
  @ApiProperty({ format: 'uuid', description: 'The id of the product' }) id!: string;
  @ApiProperty({ description: 'The name of the product', example: 'Dropbox' }) name!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The address of the logo; null if unknown', example: null })
  logo_url!: string | null;
}

export class SwitchingEvidence extends Quote {
  @ApiProperty({ format: 'uuid', description: 'The id of the reviewed product' }) product_id!: string;
}

export class SwitchingProductCount {
  @ApiProperty({ type: SwitchingProduct, description: 'The other product' }) product!: SwitchingProduct;

  @ApiProperty({ type: 'integer', description: 'The number of reviews of either product with this claim', example: 12 })
  reviews!: number;

  @ApiProperty({ type: [SwitchingEvidence], description: 'Sentences with the claim, at most five of each product' })
  evidence!: SwitchingEvidence[];
}

export class Switching {
  @ApiProperty({ type: SwitchingProduct, description: 'The product' }) product!: SwitchingProduct;

  @ApiProperty({ type: [SwitchingProductCount], description: 'Products that people used before; most reviews first' })
  came_from!: SwitchingProductCount[];

  @ApiProperty({ type: [SwitchingProductCount], description: 'Products that people leave for; most reviews first' })
  leaves_for!: SwitchingProductCount[];
}

export const getSwitching = defineOperation({
  id: 'get_switching',
  tag: 'Comparisons',
  summary: 'Reads which products people came from and leave for',
  description:
    'Counts sentences such as “we switched from A” and “I am moving to B” in the reviews of the product and of the other ' +
    'products, as of their last reports. Only products of the catalog are counted. If the last report is older than this ' +
    'reading, `meta.note` says so.',
  input: { path: idPath('The product') },
  output: { type: Switching, noted: true },
  failures: [404],
});
