import { Injectable } from '@nestjs/common';
import { withoutNames } from '#analysis/contacts/name.mask.js';
import { addressOf, erasureKeysOf, type Identity, profileKeyOf } from './person.keys.js';
import { WrittenTextsQueries } from './written-texts.queries.js';
import type { WrittenColumns, WrittenText } from './written-texts.types.js';

/** The texts that people wrote. Expects the transaction of an erasure. */
@Injectable()
export class WrittenTexts {
  constructor(private readonly queries: WrittenTextsQueries) {}

  /** The texts of these ids, and those whose writer is one of these people. */
  async find(columns: WrittenColumns, people: readonly Identity[], ids: readonly string[]): Promise<WrittenText[]> {
    const keys = new Set(people.flatMap(erasureKeysOf));
    const candidates = await this.queries.findCandidates(columns, {
      ids,
      names: people.flatMap(({ name }) => (name === null ? [] : plainName(name))),
      profiles: people.flatMap(({ profileUrl }) => plainPath(profileUrl)),
    });
    return candidates.filter((text) => ids.includes(text.id) || erasureKeysOf(text).some((key) => keys.has(key)));
  }

  /** The texts of writers with this name, in any case, and with this part in their company unless it is null. */
  findNamed(columns: WrittenColumns, wanted: { name: string; company: string | null }): Promise<WrittenText[]> {
    return this.queries.findNamed(columns, wanted);
  }

  /** Empties the columns about the writers, and masks the names in the texts. */
  async erase(columns: WrittenColumns, ids: readonly string[], names: readonly string[]): Promise<void> {
    const texts = await this.queries.read(columns, ids);
    for (const own of texts.values()) {
      for (const [column, text] of Object.entries(own)) own[column] = text && withoutNames(text, names);
    }
    await this.queries.erase(columns, texts);
  }

  /** Leaves rows without the words of their writers, and without the writers. */
  empty(columns: WrittenColumns, ids: readonly string[]): Promise<void> {
    return this.queries.empty(columns, ids);
  }
}

/** The basic letters and digits of a name, which all spellings of it share. Empty for other scripts. */
const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/gi, '')
    .toLowerCase();

/** Those of the last part of the path of a profile, without what may be percent-encoded. */
function plainPath(profileUrl: string | null): string[] {
  const key = profileKeyOf(profileUrl);
  const path = key && addressOf(key).split('/').at(-1);
  return path ? [path.replace(/%[0-9a-f]{2}|[^a-z0-9]/gi, '').toLowerCase()] : [];
}
