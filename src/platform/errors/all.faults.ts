import { ApplicationError, type FormFault, invalidFields } from './application-error.js';

/** Does all checks of the fields of a form. @throws 400 about all fields that a check refuses, and at once what is no such fault */
export async function demandAll(checks: readonly (() => unknown)[]): Promise<void> {
  const faults: FormFault[] = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof ApplicationError) || !Array.isArray(error.details?.errors)) throw error;
      faults.push(...(error.details.errors as FormFault[]));
    }
  }
  if (faults.length > 0) throw invalidFields(faults);
}
