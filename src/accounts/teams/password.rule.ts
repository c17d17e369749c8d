export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 200;

/**
 * Whether the length of a new password is allowed, in characters of the form that is hashed. The app and the command line have the same
 * rule.
 */
export const isAllowedPassword = (password: string): boolean => {
  const { length } = [...password.normalize('NFKC')];
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH;
};
