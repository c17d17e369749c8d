import { Injectable } from '@nestjs/common';
import { notFound, validationFailed } from '#platform/errors/application-error.js';
import type { InputOf, Operation } from '#platform/operations/operation.js';
import { OperationValidator, type RawInput } from '#platform/operations/operation.validator.js';

/** Validates the input of a page with the rules of its API operation. */
@Injectable()
export class FormInput {
  constructor(private readonly validator: OperationValidator) {}

  /** @throws 404 for an invalid id; 400 with the faults */
  validate<const O extends Operation>(operation: O, raw: RawInput): InputOf<O> {
    const { input, faults } = this.validator.validate(operation, raw);
    if (faults.some(({ location }) => location === 'path')) throw notFound();
    if (faults.length > 0) throw validationFailed(faults);
    return input as InputOf<O>;
  }
}
