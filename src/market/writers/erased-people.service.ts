import { Injectable } from '@nestjs/common';
import { erasureKeysOf, type Identity } from './person.keys.js';
import { ErasedPeopleQueries } from './erased-people.queries.js';

/** The people who asked for the erasure of their data. Only hashes of what identifies them are stored. */
@Injectable()
export class ErasedPeople {
  constructor(private readonly queries: ErasedPeopleQueries) {}

  /**
   * The people among these who were erased, in their order. No other person is erased until the open transaction ends,
   * so an import never misses an erasure.
   */
  async among(people: readonly Identity[]): Promise<boolean[]> {
    await this.lockErasures();
    // Most installations have erased nobody, and hashing the keys is a large part of an import.
    if (!(await this.queries.hasAny())) return people.map(() => false);
    const keys = people.map(erasureKeysOf);
    const erased = await this.queries.findAmong(keys.flat());
    return keys.map((own) => own.some((key) => erased.has(key)));
  }

  /** Waits for an erasure in progress, and lets no other one begin until the open transaction ends. */
  lockErasures(): Promise<void> {
    return this.queries.lockShared();
  }

  /** Waits for imports in progress. Call it first in the transaction of an erasure. */
  begin(): Promise<void> {
    return this.queries.lock();
  }

  /** Notes that these people were erased, so that no import brings them back. */
  add(people: readonly Identity[]): Promise<void> {
    return this.queries.insert([...new Set(people.flatMap(erasureKeysOf))]);
  }
}
