/** The error that the API returns for a failed request. */
export interface Failure {
  status: number;
  code: string;
  reason: string;
  details: Readonly<Record<string, unknown>>;
  requestId: string | null;
}

/**
 * A request that the API refused. Each reason has its own class, such as `InsufficientCreditsError`; `/docs/errors`
 * explains them all. A request that did not reach the API throws the error of `fetch`.
 */
export class QualmError extends Error implements Failure {
  /** The HTTP status. */
  readonly status: number;
  /** The kind of failure, such as `forbidden`. */
  readonly code: string;
  /** Why, such as `plan_required`. The code, if there is no closer reason. */
  readonly reason: string;
  /** Facts about the failure, such as `credits_required`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Names the request in the logs of the service. */
  readonly requestId: string | null;

  constructor(message: string, { status, code, reason, details, requestId }: Failure) {
    super(message);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.details = details;
    this.requestId = requestId;
  }
}
