const VERBS = ['submitted', 'published', 'posted', 'created', 'reviewed'];

/** The usual names of the column with the date of a text: `Date`, `Submitted Date`, `Date submitted`, `Submitted on`. */
export const DATE_ALIASES: readonly string[] = [
  ...['date', 'submission date', 'publication date', 'creation date', 'timestamp'],
  ...VERBS.flatMap((verb) => [verb, `${verb} at`, `${verb} on`, `${verb} date`, `date ${verb}`]),
];
