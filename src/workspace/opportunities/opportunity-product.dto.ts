import { ApiProperty } from '@nestjs/swagger';
import { NullableText } from './nullable.fields.js';

export class OpportunityProduct {
  @ApiProperty({ format: 'uuid', description: 'The id of the product' }) id!: string;
  @ApiProperty({ description: 'The name of the product', example: 'Evernote' }) name!: string;
  @NullableText('Address of the logo') logo_url!: string | null;
}
