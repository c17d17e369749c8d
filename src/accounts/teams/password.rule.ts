export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 200;

/** Whether the length of a new password is allowed. The app and the command line have the same rule. */
export const isAllowedPassword = ({ length }: string): boolean =>
  length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH;
