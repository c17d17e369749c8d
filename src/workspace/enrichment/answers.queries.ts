import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import type { AnswerState } from './enrichment-answer.entity.js';
import type { ContactField, Outcome } from './enrichment.types.js';

/** Which field of which person. */
export interface Question {
  personKey: string;
  field: ContactField;
}

/** An answer as it stands. `isLive` says that somebody is being asked right now. */
export interface KnownAnswer {
  flight: string;
  state: AnswerState;
  outcome: Outcome | null;
  value: string | null;
  source: string | null;
  identity_keys: string[];
  is_live: boolean;
}

/** What is remembered of an answer. */
export interface NewAnswer {
  outcome: Outcome;
  value: string | null;
  source: string | null;
  identityKeys: string[];
}

const LEASE_BEYOND_TIMEOUT_MS = 5_000;

/** SQL of the answers that are kept for all teams. */
@Injectable()
export class AnswersQueries {
  constructor(
    private readonly database: Database,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Takes the right to ask: nobody has asked, the last one failed or died, or the answer is too old. @returns whether it is ours. */
  async claim({ personKey, field }: Question, flight: string): Promise<boolean> {
    const claimed = await this.database.execute(
      `INSERT INTO enrichment_answers AS known (person_key, field, flight, state, lease_until)
       VALUES ($1, $2, $3, 'asking', now() + make_interval(secs => $4))
       ON CONFLICT (person_key, field) DO UPDATE SET flight = $3, state = 'asking', lease_until = excluded.lease_until,
         outcome = NULL, value = NULL, source = NULL, identity_keys = '{}', answered_at = NULL
       WHERE known.state = 'failed' OR (known.state = 'asking' AND known.lease_until < now())
          OR (known.state = 'answered' AND known.answered_at < now() - make_interval(days => $5))`,
      [
        personKey,
        field,
        flight,
        (this.env.ENRICHMENT_TIMEOUT_MS + LEASE_BEYOND_TIMEOUT_MS) / 1_000,
        this.env.ENRICHMENT_CACHE_DAYS,
      ],
    );
    return claimed === 1;
  }

  find({ personKey, field }: Question): Promise<KnownAnswer | null> {
    return this.database.maybeOne<KnownAnswer & Record<string, unknown>>(
      `SELECT flight, state, outcome, value, source, identity_keys, state = 'asking' AND lease_until >= now() AS is_live
       FROM enrichment_answers WHERE person_key = $1 AND field = $2`,
      [personKey, field],
    );
  }

  /** Remembers the answer of a flight that is still ours. */
  async keep({ personKey, field }: Question, flight: string, answer: NewAnswer): Promise<void> {
    await this.database.execute(
      `UPDATE enrichment_answers
       SET state = 'answered', outcome = $4, value = $5, source = $6, identity_keys = $7, answered_at = now()
       WHERE person_key = $1 AND field = $2 AND flight = $3 AND state = 'asking'`,
      [personKey, field, flight, answer.outcome, answer.value, answer.source, answer.identityKeys],
    );
  }

  /** Lets those who wait know that nothing came of it; the next one asks anew. */
  async fail({ personKey, field }: Question, flight: string): Promise<void> {
    await this.database.execute(
      `UPDATE enrichment_answers SET state = 'failed' WHERE person_key = $1 AND field = $2 AND flight = $3 AND state = 'asking'`,
      [personKey, field, flight],
    );
  }

  /** Forgets answers that are too old to be given. @returns how many. */
  purge(): Promise<number> {
    return this.database.execute(
      `DELETE FROM enrichment_answers WHERE lease_until < now() - make_interval(days => $1)`,
      [this.env.ENRICHMENT_CACHE_DAYS],
    );
  }
}
