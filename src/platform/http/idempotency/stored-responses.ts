import { Injectable } from '@nestjs/common';
import { jsonFragment } from '#platform/text/json.fragment.js';
import { IdempotencyStore } from './idempotency.queries.js';

/** The responses that are kept for repeated requests and in bulk jobs, for features whose values must not be shown again. */
@Injectable()
export class StoredResponses {
  constructor(private readonly store: IdempotencyStore) {}

  /** Deletes the responses that contain one of these texts. A repeated request is then executed again. */
  async forget(texts: readonly string[]): Promise<void> {
    await this.store.deleteContaining(texts.map(jsonFragment), null);
  }

  /** The same for one team, whose bulk jobs alone lose answers. */
  async forgetOf(teamId: string, texts: readonly string[]): Promise<void> {
    await this.store.deleteContaining(texts.map(jsonFragment), teamId);
  }
}
