/** The failure codes of the API and the HTTP status of each. */
export const STATUS_OF = {
  invalid_request: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  rate_limited: 429,
  internal_error: 500,
} as const;

export type ErrorCode = keyof typeof STATUS_OF;

/** One fault in a client's input. */
export interface InputFault {
  field: string;
  location: 'query' | 'path' | 'body' | 'header';
  code: string;
  message: string;
  allowed?: readonly (string | number | boolean)[];
  min?: number;
  max?: number;
}

/** A failure of the API's contract. Guards, pipes and services throw it; every surface renders it. */
export class ApplicationError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Record<string, unknown> | null = null,
  ) {
    super(message);
  }

  get status(): number {
    return STATUS_OF[this.code];
  }

  /** The `error` object of the envelope. */
  toBody(): { code: ErrorCode; message: string; details?: Record<string, unknown> } {
    return { code: this.code, message: this.message, ...(this.details && { details: this.details }) };
  }
}

/** A JSON Schema. */
type Schema = Record<string, unknown>;

/** `malformed requests`: requests that no client library sends. `operations that name it`: in their `reasons`. */
type FailingOperations =
  'bodies' | 'cursors' | 'writes' | 'spending' | 'malformed requests' | 'operations that name it' | readonly string[];

/** A failure as its feature declares it. `Details` are the fields of `details` beside `reason`, or void. */
interface Declaration<Details> {
  /** Unique; clients read it in `details.reason`. A failure whose reason equals its code has no `details.reason`. */
  reason: string;
  code: ErrorCode;
  message: string | ((details: Details) => string);
  fields?: { [Field in keyof Details]-?: Schema };
  /** The fields that only some answers have. */
  optional?: readonly (keyof Details)[];
  /** Example values of the other `fields` for the reference. */
  example?: Details;
  /** Advice for an assistant or its user. */
  nextStep?: string;
  /** The cause of the failure and its remedy, for the reference. */
  cause?: string;
  cure?: string;
  /** The operations that can answer with it: a kind of operation, or ids. Absent: every operation with the status. */
  on?: FailingOperations;
  /** The same request may succeed later without any change. */
  mayRetry?: true;
  /** Clients of the REST API never get this failure. The reference explains it only if it has a cause. */
  isInternal?: true;
}

/** An entry of the catalogue. */
export interface Failure {
  reason: string;
  code: ErrorCode;
  fields: Record<string, Schema>;
  optional: readonly string[];
  nextStep?: string;
  cause?: string;
  cure?: string;
  on?: FailingOperations;
  mayRetry: boolean;
  isInternal: boolean;
  /** An example of the failure as clients get it. */
  example: () => ApplicationError;
}

const CATALOGUE = new Map<string, Failure>();

/**
 * Adds a failure to the catalogue. The returned function creates the error; `ownMessage` replaces the declared message
 * where a surface needs another text.
 */
export function defineFailure<Details extends object | void = void>(declared: Declaration<Details>) {
  const { reason, code, message, nextStep, cause, cure, on, mayRetry = false, isInternal = false } = declared;
  if (CATALOGUE.has(reason)) throw new Error(`Two failures have the reason "${reason}".`);
  const make = (details: Details, ownMessage?: string): ApplicationError => {
    const text = ownMessage ?? (typeof message === 'string' ? message : message(details));
    const shown = { ...(reason !== code && { reason }), ...details };
    return new ApplicationError(code, text, Object.keys(shown).length > 0 ? shown : null);
  };
  const fields = (declared.fields ?? {}) as Record<string, Schema>;
  const optional = (declared.optional ?? []) as readonly string[];
  const example = (): ApplicationError => make(declared.example as Details);
  const help = { nextStep, cause, cure, on };
  CATALOGUE.set(reason, { reason, code, fields, optional, ...help, mayRetry, isInternal, example });
  return make;
}

/** Every failure that the loaded features declare, in order of reason. */
export const allFailures = (): Failure[] => [...CATALOGUE.values()].sort((a, b) => (a.reason < b.reason ? -1 : 1));

/** The failures that the guide to errors explains: those of the REST API, and those of pages and tools that have a cause. */
export const explainedFailures = (): Failure[] =>
  allFailures().filter(({ isInternal, cause }) => !isInternal || cause !== undefined);

/** The catalogue entry of a failure, by its reason or otherwise by its code. */
export function declarationOf({ code, details }: ApplicationError): Failure | undefined {
  return CATALOGUE.get(typeof details?.reason === 'string' ? details.reason : code) ?? CATALOGUE.get(code);
}

const malformed = defineFailure({
  reason: 'invalid_request',
  code: 'invalid_request',
  message: 'The request is malformed',
  cause: 'The request breaks a rule that concerns no single field. The message names the rule.',
  cure: 'Change the request as the message describes.',
});
const missing = defineFailure<{ hint?: string }>({
  reason: 'not_found',
  code: 'not_found',
  message: 'Resource not found',
  cause: 'The path or the id names nothing that your team can see. Nor does a path id that is not a UUID.',
  cure: 'Take ids from a search or a list. Check the path and the method against this reference.',
  nextStep: 'Check the id: take it from a search or a list, never from memory.',
  fields: { hint: { type: 'string', description: 'Present if the id may be one of the other mode' } },
  optional: ['hint'],
  example: {},
});
const unknownCaller = defineFailure<{ hint: string } | void>({
  reason: 'unauthorized',
  code: 'unauthorized',
  message: 'Invalid, revoked or expired API key',
  cause:
    'The operation needs an API key and no key was sent, or the credential that was sent is not valid. An invalid key is refused on every route, those without a key included. An OAuth access token works for tools only.',
  cure: 'Send `Authorization: Bearer <API_KEY>`. If the key was revoked or has expired, create another one in the app under Settings, API keys.',
  fields: { hint: { type: 'string', description: 'How to send the key' } },
  example: { hint: 'Send the key in the header Authorization: Bearer <API_KEY>' },
});
const broken = defineFailure<object | void>({
  reason: 'internal_error',
  code: 'internal_error',
  message: 'Something went wrong on our side',
  cause:
    'A fault of the service, or an unavailable part of it. If a credit was involved, the message states whether it was charged or refunded.',
  cure: 'Send the request again after a pause, with the same `Idempotency-Key`. If it keeps failing, ask for help with the `request_id`.',
  nextStep: 'Try once more; if it fails again, tell the person.',
  mayRetry: true,
});
const MAX_FAULTS = 50;

const invalid = defineFailure<{ errors: InputFault[]; total_errors?: number }>({
  reason: 'validation_failed',
  code: 'invalid_request',
  message: ({ errors }) => `Invalid request: ${[...new Set(errors.map(({ field }) => field))].join(', ')}`,
  fields: {
    errors: { type: 'array', items: { $ref: '#/components/schemas/InputFault' }, description: 'The first 50 faults' },
    total_errors: {
      type: 'integer',
      minimum: MAX_FAULTS + 1,
      description: 'Present if there are more than 50 faults',
    },
  },
  optional: ['total_errors'],
  example: {
    errors: [
      {
        field: 'page_size',
        location: 'query',
        code: 'max',
        message: 'page_size must be at most 100',
        min: 1,
        max: 100,
      },
    ],
  },
  nextStep: 'Correct the arguments named in details.errors and call the tool again.',
  cause:
    'One or more parameters, fields or headers have no valid value, are missing, or are not known. `details.errors` lists them all.',
  cure: 'Correct every field in `details.errors`; `allowed`, `min` and `max` describe the valid values.',
});

/** A 400 without details. */
export const invalidRequest = (message?: string): ApplicationError => malformed(undefined, message);

/** A 404. `hint` explains why an id that exists is not found. */
export const notFound = (message?: string, details?: { hint: string }): ApplicationError =>
  missing(details ?? {}, message);

/** A 401. `hint` explains how to send the credential. */
export const unauthorized = (message?: string, details?: { hint: string }): ApplicationError =>
  unknownCaller(details, message);

/** A 500. Clients learn nothing more about an unexpected error. */
export const internalError = (message?: string, details?: object): ApplicationError => broken(details, message);

/** A 400 that lists the first 50 faults, and the number of faults if there are more. */
export const validationFailed = (faults: InputFault[]): ApplicationError => {
  const errors = faults.slice(0, MAX_FAULTS);
  return invalid({ errors, ...(faults.length > errors.length && { total_errors: faults.length }) });
};

/** A 400 about one field of a form. Its message is the fault alone. */
export const invalidField = (
  field: string,
  message: string,
  location: InputFault['location'] = 'body',
): ApplicationError => invalid({ errors: [{ field, location, code: 'invalid', message }] }, message);

/** What is wrong with a field of a form. */
export interface FormFault {
  field: string;
  message: string;
}

/** A 400 about several fields of a form. Its message is the faults alone. */
export const invalidFields = (faults: readonly FormFault[]): ApplicationError =>
  invalid(
    { errors: faults.map(({ field, message }) => ({ field, location: 'body', code: 'invalid', message })) },
    faults.map(({ message }) => message).join('; '),
  );

/** A 429 that states when to retry. */
export const rateLimited = defineFailure<{ retry_after_seconds: number; limit: number; remaining: number }>({
  reason: 'rate_limited',
  code: 'rate_limited',
  message: ({ retry_after_seconds: seconds }) => `Rate limit exceeded; try again in ${seconds} s`,
  fields: {
    retry_after_seconds: { type: 'integer', minimum: 0, description: 'Seconds until the window resets' },
    limit: { type: 'integer', minimum: 0, description: 'Requests allowed in the window' },
    remaining: { type: 'integer', minimum: 0, description: 'Requests remaining in the window' },
  },
  example: { retry_after_seconds: 42, limit: 30, remaining: 0 },
  nextStep: 'Wait for details.retry_after_seconds, then call again.',
  cause: 'The address, or the credential, has sent more requests than the window allows. See [limits](/docs/limits).',
  cure: 'Wait for the seconds in `Retry-After`. Spread requests with the help of `X-RateLimit-Remaining`.',
  mayRetry: true,
});

/** A 429 whose message is about `what`, and states the wait in minutes or seconds. */
export const tooMany = (what: string, seconds: number, limit: number, unit: 's' | 'min' = 'min'): ApplicationError =>
  rateLimited(
    { retry_after_seconds: seconds, limit, remaining: 0 },
    `${what}; try again in ${unit === 's' ? seconds : Math.ceil(seconds / 60)} ${unit}`,
  );
