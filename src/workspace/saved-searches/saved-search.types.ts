/** The filters of a saved search, as they were sent. */
export type SentFilters = Record<string, unknown>;

export const FREQUENCIES = ['daily', 'weekly'] as const;
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** The schedule and the recipients of a digest. */
export interface EmailDelivery {
  frequency: (typeof FREQUENCIES)[number];
  /** The day of a weekly digest. Null for a daily one. */
  weekday: (typeof WEEKDAYS)[number] | null;
  /** The hour of the day in the time zone. */
  hour: number;
  time_zone: string;
  /** The ids of people of the team. */
  recipients: string[];
}

/** The channels of a saved search's matches. */
export interface Delivery {
  webhook: boolean;
  inbox: boolean;
  feed: boolean;
  email: EmailDelivery | null;
}
