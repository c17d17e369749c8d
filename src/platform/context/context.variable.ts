import { AsyncLocalStorage } from 'node:async_hooks';

/** The value of one variable, and those that surrounding work has set. */
interface Setting {
  variable: object;
  value: unknown;
  outer: Setting | undefined;
}

/** One storage for all variables, because Node 20 copies each storage at each promise: see decision 0021. */
const settings = new AsyncLocalStorage<Setting>();

/** A value that a piece of work sets for everything that it calls and awaits, like `AsyncContext.Variable` of TC39. */
export class ContextVariable<T> {
  /** The value of the innermost work that has set one. */
  get(): T | undefined {
    let setting = settings.getStore();
    while (setting && setting.variable !== this) setting = setting.outer;
    return setting?.value as T | undefined;
  }

  /** Runs `work` with this value, or without one. */
  run<Result>(value: T | undefined, work: () => Result): Result {
    return settings.run({ variable: this, value, outer: settings.getStore() }, work);
  }
}
