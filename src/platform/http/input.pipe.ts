import { Injectable, type PipeTransform } from '@nestjs/common';
import type { ApiRequest } from './api-request.js';
import { idempotencyKeyFaults } from './idempotency/idempotency.key.js';
import { FIELDS, parametersOf } from './query-parameters.js';
import { type InputFault, notFound, validationFailed } from '#platform/errors/application-error.js';
import { readFields } from '#platform/operations/field-selection.js';
import type { CallOf, Operation } from '#platform/operations/operation.js';
import { OperationValidator } from '#platform/operations/operation.validator.js';

/** Validates path, query and body of a REST request together, so that a client gets all faults in one response. */
@Injectable()
export class InputPipe implements PipeTransform<{ request: ApiRequest }, CallOf<Operation>> {
  constructor(private readonly validator: OperationValidator) {}

  transform({ request }: { request: ApiRequest }): CallOf<Operation> {
    const { caller, requestId, idempotencyId } = request;
    return { caller, input: this.validate(request.operation as Operation, request), requestId, idempotencyId };
  }

  private validate(operation: Operation, request: ApiRequest): object {
    const { input, faults } = this.validator.validate(operation, {
      path: request.params,
      query: parametersOf(request).known,
      body: request.json,
    });
    faults.push(...idempotencyKeyFaults(request), ...cursorFaults(request), ...this.readFields(operation, request));
    const namesNothing = operation.malformedId !== 'invalid_request';
    const shown = namesNothing ? faults.filter((fault) => fault.location !== 'path') : faults;
    if (shown.length > 0) throw validationFailed(shown);
    if (faults.length > 0) throw notFound();
    return input;
  }

  private readFields({ hasFields, output }: Operation, request: ApiRequest): InputFault[] {
    if (!hasFields) return [];
    const { paths, faults } = readFields(output.type, parametersOf(request).known[FIELDS]);
    request.fields = paths;
    return faults;
  }
}

/** A list that is read only by cursor has no `page` parameter, and must refuse `page` together with a cursor. */
function cursorFaults(request: ApiRequest): InputFault[] {
  const { known } = parametersOf(request);
  if (known.cursor === undefined || known.page !== undefined || request.query.page === undefined) return [];
  const message = 'cursor cannot be combined with page';
  return [{ field: 'cursor', location: 'query', code: 'only_without', message }];
}
