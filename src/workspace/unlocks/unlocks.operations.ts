import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsDefined, IsInt, Max, Min, ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';
import { DryRun, DryRunBody } from '#accounts/runs/dry-run.dto.js';
import { creditsInWords } from '#accounts/credits/credit.words.js';
import { idPath, OneOf, OptionalField, toWholeNumber } from '#platform/operations/fields.js';
import { definePaidOperation } from '#platform/operations/operation.js';
import { UNLOCK_FIELDS, UNLOCK_TARGETS, type UnlockField, type UnlockTarget } from './unlock.types.js';
import { UnlockedContact } from './unlocked-contact.dto.js';

const LAST_INDEX = 1_000_000;
const PRICE = 1;

/** The target of a field that has only one valid target. */
const ONLY_TARGET: Partial<Record<UnlockField, UnlockTarget>> = { profile: 'reviewer', committee: 'committee' };

const wantsMember = ({ field, target }: UnlockBody): boolean =>
  target === 'committee' && (field === 'email' || field === 'phone');

/** A validation rule that needs the whole body. */
const Fits = (code: string, message: string, holds: (body: UnlockBody) => boolean): PropertyDecorator =>
  ValidateBy({
    name: code,
    validator: {
      validate: (_, args) => holds((args as ValidationArguments).object as UnlockBody),
      defaultMessage: () => message,
    },
  });

export class UnlockBody extends DryRunBody {
  @ApiProperty({
    enum: UNLOCK_FIELDS,
    example: 'email',
    description: '`committee` reveals the people of the company, `profile` the reviewer’s personal profile',
  })
  @OneOf(UNLOCK_FIELDS)
  field!: UnlockField;

  @ApiPropertyOptional({
    enum: UNLOCK_TARGETS,
    default: 'reviewer',
    description: 'The person; `committee` with `field` email or phone needs `target_id`',
  })
  @OptionalField()
  @OneOf(UNLOCK_TARGETS)
  @Fits(
    'fits_field',
    'target must be reviewer for a profile and committee for a committee',
    ({ field, target }) => (ONLY_TARGET[field] ?? target) === target,
  )
  target?: UnlockTarget;

  @ApiPropertyOptional({
    oneOf: [
      { type: 'integer', minimum: 0 },
      { type: 'string', pattern: '^(0|[1-9]\\d*)$' },
    ],
    example: 0,
    description: 'The index of a revealed committee member, as in `buying_committee.members`',
  })
  @Transform(toWholeNumber)
  @ValidateIf((body: UnlockBody) => body.target_id !== undefined || wantsMember(body))
  @Fits('fits_target', 'target_id goes with target committee and field email or phone only', wantsMember)
  @IsInt({ message: 'target_id must be the index of a committee member', context: { min: 0, max: LAST_INDEX } })
  @Min(0, { message: 'target_id must be at least 0', context: { min: 0, max: LAST_INDEX } })
  @Max(LAST_INDEX, { message: `target_id must be at most ${LAST_INDEX}`, context: { min: 0, max: LAST_INDEX } })
  @IsDefined({
    message:
      'target_id is required: the index of a member, as in buying_committee.members of the opportunity (get_opportunity)',
    context: { min: 0, max: LAST_INDEX },
  })
  target_id?: number;
}

export const unlockContact = definePaidOperation({
  id: 'unlock_contact',
  scope: 'spend:unlock',
  price: PRICE,
  tag: 'Opportunities',
  summary: 'Reveals a contact of the reviewer or of a buying-committee member',
  description:
    `Costs ${creditsInWords(PRICE)} when the contact is found. The credit is refunded when nothing is found or the provider fails; ` +
    'a contact that the team has unlocked before, or that was not found recently, costs nothing.',
  input: { path: idPath('The opportunity'), body: UnlockBody },
  output: { type: UnlockedContact, dryRun: DryRun },
});
