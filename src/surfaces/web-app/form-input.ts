import { Injectable } from '@nestjs/common';
import { invalidRequest, notFound } from '#platform/errors/application-error.js';
import type { InputOf, Operation } from '#platform/operations/operation.js';
import { OperationValidator, type RawInput } from '#platform/operations/operation.validator.js';

/** Holds what a page was sent against the operation it serves: the rules of the API are the rules of its forms. */
@Injectable()
export class FormInput {
  constructor(private readonly validator: OperationValidator) {}

  /** @throws 404 for an id that names nothing; 400 with what is wrong, in words. */
  of<const O extends Operation>(operation: O, raw: RawInput): InputOf<O> {
    const { input, faults } = this.validator.validate(operation, raw);
    if (faults.some(({ location }) => location === 'path')) throw notFound();
    if (faults.length > 0) throw invalidRequest(faults.map(({ message }) => message).join('; '));
    return input as InputOf<O>;
  }
}
