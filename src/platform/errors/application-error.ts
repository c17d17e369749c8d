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

/** One fault in what a client sent. */
export interface InputFault {
  field: string;
  location: 'query' | 'path' | 'body' | 'header';
  code: string;
  message: string;
  allowed?: readonly (string | number | boolean)[];
  min?: number;
  max?: number;
}

/** A failure that is part of the contract: thrown by guards, pipes and services, rendered by every surface. */
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

export const notFound = (message = 'Resource not found'): ApplicationError =>
  new ApplicationError('not_found', message);

export const unauthorized = (message = 'Invalid, revoked or expired API key'): ApplicationError =>
  new ApplicationError('unauthorized', message);

/** A 400 that lists every fault at once. */
export function validationFailed(errors: InputFault[]): ApplicationError {
  const named = [...new Set(errors.map((fault) => fault.field))].join(', ');
  return new ApplicationError('invalid_request', `Invalid request: ${named}`, { reason: 'validation_failed', errors });
}
