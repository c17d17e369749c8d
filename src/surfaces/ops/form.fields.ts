import { promisify } from 'node:util';
import type { Request, Response } from 'express';
import { invalidRequest } from '#platform/errors/application-error.js';
import { formBody } from '#platform/http/form-body.middleware.js';
import { textFaultIn } from '#platform/operations/text.js';

const readForm = promisify(formBody);

/** The fields of a form of an operator. @throws 400 for a text that cannot be stored */
export async function fieldsOf(request: Request, response: Response): Promise<Record<string, unknown>> {
  await readForm(request, response);
  const fields = (request.body ?? {}) as Record<string, unknown>;
  const fault = textFaultIn(fields);
  if (fault) throw invalidRequest(`A field ${fault.message}`);
  return fields;
}
