import { Injectable } from '@nestjs/common';
import { withoutNames } from '#analysis/contacts/name.mask.js';
import { firstNameOf } from './pitch.reader.js';
import { PitchesErasureQueries } from './pitches-erasure.queries.js';

/** Masks the names of erased people in pitches. */
@Injectable()
export class PitchesErasure {
  constructor(private readonly queries: PitchesErasureQueries) {}

  /** Masks names in the pitches about these texts and opportunities. @returns the number of changed pitches */
  async erase(
    { textIds, opportunityIds }: { textIds: readonly string[]; opportunityIds: readonly string[] },
    names: readonly string[],
  ): Promise<number> {
    const pitches = await this.queries.find(textIds, opportunityIds);
    // A draft greets a person by the first name.
    const firstNames = names.flatMap((name) => firstNameOf(name) ?? []);
    const masked = pitches
      .map(({ id, markdown }) => ({ id, markdown: withoutNames(markdown, names, firstNames) }))
      .filter(({ markdown }, n) => markdown !== pitches[n]?.markdown);
    await this.queries.update(masked);
    return masked.length;
  }
}
