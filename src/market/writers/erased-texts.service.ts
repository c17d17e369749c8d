import { Injectable } from '@nestjs/common';
import { ErasedTextsQueries } from './erased-texts.queries.js';
import type { TextKey } from './written-texts.types.js';

/** The texts that were erased. Expects the transaction of an import or of an erasure, which `ErasedPeople` keeps apart. */
@Injectable()
export class ErasedTexts {
  constructor(private readonly queries: ErasedTextsQueries) {}

  /** Which of these texts were erased, in their order. */
  async among(kind: 'reviews' | 'posts', texts: readonly TextKey[]): Promise<boolean[]> {
    if (!(await this.queries.hasAny())) return texts.map(() => false);
    const erased = new Set((await this.queries.findAmong(kind, texts)).map(keyOf));
    return texts.map((text) => erased.has(keyOf(text)));
  }

  /** Notes that these texts were erased, so that no import brings them back. */
  add(kind: 'reviews' | 'posts', texts: readonly TextKey[], why: 'gone' | 'asked'): Promise<void> {
    return this.queries.insert(kind, texts, why);
  }
}

const keyOf = ({ place, external_id }: TextKey): string => JSON.stringify([place, external_id]);
