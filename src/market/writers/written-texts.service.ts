import { Injectable } from '@nestjs/common';
import { withoutNames } from '#analysis/contacts/name.mask.js';
import { addressOf, erasureKeysOf, type Identity, profileKeyOf } from './person.keys.js';
import { NAME_NOISE, WrittenTextsQueries } from './written-texts.queries.js';
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
      names: people.flatMap(({ name }) => plainNames(name)),
      profiles: people.flatMap(({ profileUrl }) => pathsOf(profileUrl)),
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

const NOISE = new RegExp(NAME_NOISE, 'gu');

/** A name without accents, spaces and punctuation. PostgreSQL may know the lower case of basic letters alone, so both forms are looked for. */
function plainNames(name: string | null): string[] {
  const plain = (name ?? '').normalize('NFKD').replace(NOISE, '');
  return plain ? [plain.toLowerCase(), plain.replace(/[A-Z]/g, (letter) => letter.toLowerCase())] : [];
}

/** The last part of the path of a profile, percent-encoded and plain: an address may be stored in either way. */
function pathsOf(profileUrl: string | null): string[] {
  const path = addressOf(profileKeyOf(profileUrl) ?? ':')
    .split('/')
    .at(-1);
  return path ? [path, decodedPath(path)] : [];
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return path;
  }
}
