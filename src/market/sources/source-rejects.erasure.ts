import { Injectable } from '@nestjs/common';
import { jsonFragment } from '#platform/text/json.fragment.js';
import { SourceRejectsQueries } from './source-rejects.queries.js';

/** Erases people from the items of sources that could not be read. */
@Injectable()
export class SourceRejectsErasure {
  constructor(private readonly queries: SourceRejectsQueries) {}

  /** Deletes the items that contain one of these names and addresses. */
  async erase(texts: readonly string[]): Promise<void> {
    await this.queries.deleteContaining(texts.map(jsonFragment));
  }
}
