export const SHORTEST_PASSWORD = 10;
export const LONGEST_PASSWORD = 200;

/** Whether the length of a new password is allowed. The app and the command line have the same rule. */
export const isAllowedPassword = ({ length }: string): boolean =>
  length >= SHORTEST_PASSWORD && length <= LONGEST_PASSWORD;
