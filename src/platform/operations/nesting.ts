/** Whether a parsed JSON value has more levels than `most`. It looks no deeper, so that no input exhausts the stack. */
export const isDeeperThan = (value: unknown, most: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (most === 0 || Object.values(value).some((item) => isDeeperThan(item, most - 1)));
