import { sandboxId } from './forced-effect.js';
import { declaredActions, type Subject } from './paid-action.js';

/** A magic id, with its effect on one action. */
export interface Fixture {
  id: string;
  resource: Subject;
  /** The id of the operation. */
  operation: string;
  effect: string;
}

/** All magic ids of the loaded paid actions, in the order of their ids. */
export const allFixtures = (): Fixture[] =>
  declaredActions()
    .flatMap(({ effects = {}, subject: resource, kind: operation }) =>
      Object.entries(effects).map(([number, { does }]) => ({
        id: sandboxId(number),
        resource,
        operation,
        effect: does,
      })),
    )
    .sort((one, other) => one.id.localeCompare(other.id) || one.operation.localeCompare(other.operation));
