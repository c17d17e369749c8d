const DAY_MS = 86_400_000;

/** All that fake timers would replace beside the clock. */
const KEPT = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

/** Does `work` while the clock of this process is wrong by so many days. That of the database stays right. */
export async function withClockOff<T>(days: number, work: () => Promise<T>): Promise<T> {
  jest.useFakeTimers({ now: Date.now() + days * DAY_MS, doNotFake: [...KEPT] });
  try {
    return await work();
  } finally {
    jest.useRealTimers();
  }
}
