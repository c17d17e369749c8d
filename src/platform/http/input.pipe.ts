import { Injectable, type PipeTransform } from '@nestjs/common';
import type { ApiRequest } from './api-request.js';
import { idempotencyKeyFaults } from './idempotency.key.js';
import { notFound, validationFailed } from '#platform/errors/application-error.js';
import type { Operation } from '#platform/operations/operation.js';
import { OperationValidator } from '#platform/operations/operation.validator.js';

/** Validates path, query and body of a REST request in one go, so that a client learns of all faults at once. */
@Injectable()
export class InputPipe implements PipeTransform<{ request: ApiRequest }, object> {
  constructor(private readonly validator: OperationValidator) {}

  transform({ request }: { request: ApiRequest }): object {
    const operation = request.operation as Operation;
    const { input, faults } = this.validator.validate(operation, {
      path: request.params,
      query: request.query,
      body: request.json,
    });
    faults.push(...idempotencyKeyFaults(request));
    const namesNothing = operation.malformedId !== 'invalid_request';
    const shown = namesNothing ? faults.filter((fault) => fault.location !== 'path') : faults;
    if (shown.length > 0) throw validationFailed(shown);
    if (faults.length > 0) throw notFound();
    return input;
  }
}
