import { Injectable } from '@nestjs/common';
import { StoredResponses } from '#platform/http/idempotency/stored-responses.js';
import { type PersonalUnlock, UnlocksErasureQueries } from './unlocks-erasure.queries.js';

export type { PersonalUnlock };

/** Finds and erases the unlocked contacts of a person. */
@Injectable()
export class UnlocksErasure {
  constructor(
    private readonly queries: UnlocksErasureQueries,
    private readonly responses: StoredResponses,
  ) {}

  /** The unlocks of all teams of people with one of these identity keys, and of the writers of these texts. */
  find(keys: readonly string[], textIds: readonly string[]): Promise<PersonalUnlock[]> {
    return this.queries.find(keys, textIds);
  }

  /** Deletes the values from unlocks and from the answers that are kept for repeated requests. */
  async erase(unlocks: readonly PersonalUnlock[]): Promise<void> {
    await this.queries.erase(unlocks.map(({ id }) => id));
    await this.responses.forget(unlocks.flatMap(({ value }) => value ?? []));
  }
}
