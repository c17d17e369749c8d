/** The kinds of changes of the API. */
export const CHANGE_KINDS = ['added', 'changed', 'deprecated', 'removed', 'fixed'] as const;

/** One change of the API. */
export interface Change {
  /** Never changes, and is unique. */
  id: string;
  /** `YYYY-MM-DD` */
  date: string;
  kind: (typeof CHANGE_KINDS)[number];
  title: string;
  body: string;
  /** The ids of the operations that it concerns. */
  operations: readonly string[];
}
