import { ApiProperty } from '@nestjs/swagger';
import { NullableText } from './nullable.fields.js';

export class OpportunityProduct {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Evernote' }) name!: string;
  @NullableText('Address of the logo') logo_url!: string | null;
}
