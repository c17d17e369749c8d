import { Answer } from './pagination.dto.js';

/** What never changes once it is made, under a key that names it and nothing else: its rendered text may be kept. */
export class Immutable<T> {
  constructor(
    readonly key: string,
    readonly value: T,
  ) {}
}

/** What a service method of an operation returned, as `data` and `meta`. */
export function resultOf(returned: unknown): Answer<unknown> {
  const value: unknown = returned instanceof Immutable ? returned.value : returned;
  return value instanceof Answer ? value : new Answer(value);
}
