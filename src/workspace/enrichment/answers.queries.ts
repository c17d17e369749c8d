import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import { type Lease, LeasedRows } from '#platform/database/lease.js';
import type { EnrichmentAnswer } from './enrichment-answer.entity.js';
import type { ContactField, Outcome } from './enrichment.types.js';

type Columns = RowOf<EnrichmentAnswer>;

/** Which field of which person. */
export interface Question {
  personKey: string;
  field: ContactField;
}

/** An answer as it stands. */
export interface KnownAnswer extends Pick<
  Columns,
  'state' | 'attempts' | 'outcome' | 'value' | 'source' | 'identity_keys'
> {
  /** A provider is being asked right now. */
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
  private readonly leases: LeasedRows;

  constructor(
    private readonly database: Database,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.leases = new LeasedRows(database, { name: 'enrichment_answers', key: ['person_key', 'field'] });
  }

  /** Takes the right to ask, where no provider is being asked and no answer is young enough. @returns null when it is not given */
  claim({ personKey, field }: Question): Promise<Lease | null> {
    return this.leases.claimOrInsert([personKey, field], {
      seconds: (this.env.ENRICHMENT_TIMEOUT_MS + LEASE_BEYOND_TIMEOUT_MS) / 1_000,
      set: { outcome: null, value: null, source: null, identity_keys: [] },
      orWhen: `leased.state = 'failed'
        OR (leased.state = 'completed' AND leased.finished_at < now() - make_interval(days => ${this.env.ENRICHMENT_CACHE_DAYS}))`,
    });
  }

  find({ personKey, field }: Question): Promise<KnownAnswer | null> {
    return this.database.maybeOne<KnownAnswer>(
      `SELECT state, attempts, outcome, value, source, identity_keys, state = 'running' AND lease_until >= now() AS is_live
       FROM enrichment_answers WHERE person_key = $1 AND field = $2`,
      [personKey, field],
    );
  }

  /** Remembers the answer, unless the question was claimed again meanwhile. */
  async keep(lease: Lease, { outcome, value, source, identityKeys }: NewAnswer): Promise<void> {
    await this.leases.finish(lease, { outcome, value, source, identity_keys: identityKeys });
  }

  /** Tells those who wait that there is no answer; the next request asks again. */
  async fail(lease: Lease): Promise<void> {
    await this.leases.giveUp(lease);
  }

  /** Deletes answers that are too old to be given. @returns how many. */
  purge(): Promise<number> {
    return this.database.execute(
      `DELETE FROM enrichment_answers WHERE coalesce(finished_at, lease_until) < now() - make_interval(days => $1)`,
      [this.env.ENRICHMENT_CACHE_DAYS],
    );
  }
}
