/** The services to which a destination leads. */
export const DESTINATION_KINDS = ['slack', 'hubspot'] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

/** What a destination is told: matches of saved searches, finished reports, the weekly digest; opportunities that became qualified. */
export const DESTINATION_NEWS = ['matches', 'reports', 'weekly', 'qualified'] as const;
export type DestinationNews = (typeof DESTINATION_NEWS)[number];

/** The news that each kind of destination can have. */
export const NEWS_OF: Record<DestinationKind, readonly DestinationNews[]> = {
  slack: ['matches', 'reports', 'weekly'],
  hubspot: ['qualified'],
};

export const KIND_NAMES: Record<DestinationKind, string> = { slack: 'Slack', hubspot: 'HubSpot' };

/** What one delivery is about. `hand_over` is one opportunity on its way to HubSpot. */
export const DELIVERED_NEWS = ['matches', 'reports', 'weekly', 'hand_over', 'test'] as const;
export type DeliveredNews = (typeof DELIVERED_NEWS)[number];

export const DESTINATION_STATUSES = ['enabled', 'disabled'] as const;
export const DESTINATION_DISABLED_REASONS = ['manual', 'refused', 'plan'] as const;
export type DestinationDisabledReason = (typeof DESTINATION_DISABLED_REASONS)[number];

/** `unknown`: the service took the request and did not answer in time, so it may have done what we asked. */
export const NEWS_STATUSES = ['pending', 'succeeded', 'failed', 'unknown', 'canceled'] as const;
export type NewsStatus = (typeof NEWS_STATUSES)[number];

/** Why a delivery did not succeed. */
export const NEWS_FAILURES = [
  ...['timeout', 'connection', 'tls', 'dns', 'refused_address'],
  ...['rate_limited', 'service_error', 'invalid_request', 'access_refused', 'nothing_left', 'internal_error'],
] as const;
export type NewsFailure = (typeof NEWS_FAILURES)[number];

/**
 * What became of one attempt. `retry`: it did not happen, and may succeed later. `failed`: it cannot succeed as it is. `refused`:
 * neither can any other, so the destination is disabled. `unknown`: it may have happened. `canceled`: there is nothing left to send.
 */
export interface AttemptResult {
  end: 'succeeded' | 'retry' | 'failed' | 'refused' | 'unknown' | 'canceled';
  failure: NewsFailure | null;
  /** The reason in words, for people; at most 300 characters, without a secret. */
  detail: string | null;
  responseStatus: number | null;
  /** The pause for which the service asks. */
  waitSeconds: number | null;
}

export const SUCCEEDED: AttemptResult = {
  end: 'succeeded',
  failure: null,
  detail: null,
  responseStatus: 200,
  waitSeconds: null,
};

export const CANCELED: AttemptResult = {
  end: 'canceled',
  failure: 'nothing_left',
  detail: 'There was nothing to send, or what it was about is gone',
  responseStatus: null,
  waitSeconds: null,
};
