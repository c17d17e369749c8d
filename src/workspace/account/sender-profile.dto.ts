import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString, ValidateIf } from 'class-validator';
import { MaxCharacters } from '#platform/operations/fields.js';

/** The maximum length of each field, in the order of a form. */
export const SENDER_FIELDS = {
  company: 200,
  product: 200,
  what_it_does: 500,
  for_whom: 500,
  name: 200,
  role: 200,
  signature: 1_000,
  tone: 200,
} as const;
export type SenderField = keyof typeof SENDER_FIELDS;

const DESCRIPTIONS: Record<SenderField, readonly [description: string, example: string]> = {
  company: ['Your company', 'Acme'],
  product: ['The product you sell, or several with commas between them', 'Acme Export'],
  what_it_does: [
    'A description of the product, in one sentence',
    'Exports every table on schedule and retries what fails',
  ],
  for_whom: ['The audience of the product', 'finance teams of small companies'],
  name: ['Who writes', 'Ada Lovelace'],
  role: ['The job of the writer', 'Founder'],
  signature: ['The end of an email, instead of name, role and company; may have several lines', 'Ada\nacme.example'],
  tone: ['The tone of pitches', 'formal'],
};

const Shown = (field: SenderField): PropertyDecorator => {
  const [description, example] = DESCRIPTIONS[field];
  return ApiProperty({ type: 'string', nullable: true, maxLength: SENDER_FIELDS[field], description, example });
};

/** Blank text is the same as null. */
const Changed = (field: SenderField): PropertyDecorator => {
  const [max, [description, example]] = [SENDER_FIELDS[field], DESCRIPTIONS[field]];
  return applyDecorators(
    ApiPropertyOptional({ type: 'string', nullable: true, maxLength: max, description, example }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() || null : value)),
    ValidateIf((_, value) => value !== undefined && value !== null),
    IsString({ message: '$property must be text or null' }),
    MaxCharacters(max, { message: `$property must be at most ${max} characters`, context: { max } }),
  );
};

/** The sender in the team's pitches. Missing values are null. */
export class SenderProfileView implements Record<SenderField, string | null> {
  @Shown('company') company!: string | null;
  @Shown('product') product!: string | null;
  @Shown('what_it_does') what_it_does!: string | null;
  @Shown('for_whom') for_whom!: string | null;
  @Shown('name') name!: string | null;
  @Shown('role') role!: string | null;
  @Shown('signature') signature!: string | null;
  @Shown('tone') tone!: string | null;
}

/** A change of the profile. An absent field stays, null clears it. */
export class SenderProfileChange implements Partial<Record<SenderField, string | null>> {
  @Changed('company') company?: string | null;
  @Changed('product') product?: string | null;
  @Changed('what_it_does') what_it_does?: string | null;
  @Changed('for_whom') for_whom?: string | null;
  @Changed('name') name?: string | null;
  @Changed('role') role?: string | null;
  @Changed('signature') signature?: string | null;
  @Changed('tone') tone?: string | null;
}
