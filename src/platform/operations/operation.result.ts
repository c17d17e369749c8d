import { OperationResult } from './pagination.dto.js';

/** A value that never changes, with a unique key, so that its rendered text can be cached. */
export class Immutable<T> {
  constructor(
    readonly key: string,
    readonly value: T,
  ) {}
}

/** Converts the return value of an operation's service method to `data` and `meta`. */
export function resultOf(returned: unknown): OperationResult<unknown> {
  const value: unknown = returned instanceof Immutable ? returned.value : returned;
  return value instanceof OperationResult ? value : new OperationResult(value);
}
