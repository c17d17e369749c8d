const LONGEST_ADDRESS = 254;

/** Whether a text is an email address that can be stored. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= LONGEST_ADDRESS && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim()) && !text.includes('\0');
