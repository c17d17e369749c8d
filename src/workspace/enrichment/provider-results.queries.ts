import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import { type Lease, LeasedRows } from '#platform/database/lease.js';
import type { ProviderResult } from './provider-result.entity.js';
import type { ContactField, Outcome } from './enrichment.types.js';

type Columns = RowOf<ProviderResult>;

/** One field of one person. */
export interface ContactLookup {
  personKey: string;
  field: ContactField;
}

/** A provider result in its current state. */
export interface StoredProviderResult extends Pick<
  Columns,
  'state' | 'attempts' | 'outcome' | 'value' | 'source' | 'identity_keys'
> {
  /** A provider is being asked now. */
  is_live: boolean;
}

/** A provider result to be stored. */
export interface NewProviderResult {
  outcome: Outcome;
  value: string | null;
  source: string | null;
  identityKeys: string[];
}

const LEASE_BEYOND_TIMEOUT_MS = 5_000;

/** SQL of the provider results that all teams share. */
@Injectable()
export class ProviderResultsQueries {
  private readonly leases: LeasedRows;

  constructor(
    private readonly database: Database,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.leases = new LeasedRows(database, {
      name: 'enrichment_answers',
      key: ['person_key', 'field'],
      columns: ['attempts'],
    });
  }

  /**
   * Claims the right to ask the providers.
   * @returns null when another request is asking, or a result exists that is recent enough to reuse.
   */
  claim({ personKey, field }: ContactLookup): Promise<Lease | null> {
    return this.leases.claimOrInsert([personKey, field], {
      seconds: (this.env.ENRICHMENT_TIMEOUT_MS + LEASE_BEYOND_TIMEOUT_MS) / 1_000,
      set: { outcome: null, value: null, source: null, identity_keys: [] },
      orWhen: `leased.state = 'failed'
        OR (leased.state = 'completed' AND leased.finished_at < now() - make_interval(days => ${this.env.ENRICHMENT_CACHE_DAYS}))`,
    });
  }

  find({ personKey, field }: ContactLookup): Promise<StoredProviderResult | null> {
    return this.database.prepared.maybeOne<StoredProviderResult>(
      `SELECT state, attempts, outcome, value, source, identity_keys, state = 'running' AND lease_until >= now() AS is_live
       FROM enrichment_answers WHERE person_key = $1 AND field = $2`,
      [personKey, field],
    );
  }

  /** A result that is recent enough to reuse, without asking a provider. */
  findReusable({
    personKey,
    field,
  }: ContactLookup): Promise<Pick<StoredProviderResult, 'outcome' | 'identity_keys'> | null> {
    return this.database.prepared.maybeOne(
      `SELECT outcome, identity_keys FROM enrichment_answers
       WHERE person_key = $1 AND field = $2 AND state = 'completed' AND finished_at >= now() - make_interval(days => $3)`,
      [personKey, field, this.env.ENRICHMENT_CACHE_DAYS],
    );
  }

  /** Stores the result, unless another request has claimed the row since. */
  async save(lease: Lease, { outcome, value, source, identityKeys }: NewProviderResult): Promise<void> {
    await this.leases.complete(lease, { outcome, value, source, identity_keys: identityKeys });
  }

  /** Marks the row as failed, so that waiting requests stop waiting. The next request asks again. */
  async fail(lease: Lease): Promise<void> {
    await this.leases.fail(lease);
  }

  /** Deletes the results about a person with this identity key. @returns their values */
  async forget(identityKey: string): Promise<string[]> {
    const rows = await this.database.query<{ value: string | null }>(
      'DELETE FROM enrichment_answers WHERE $1 = ANY(identity_keys) RETURNING value',
      [identityKey],
    );
    return rows.flatMap(({ value }) => value ?? []);
  }

  /** Deletes results that are too old to be reused. @returns the number of results */
  purge(): Promise<number> {
    return this.database.execute(
      `DELETE FROM enrichment_answers WHERE coalesce(finished_at, lease_until) < now() - make_interval(days => $1)`,
      [this.env.ENRICHMENT_CACHE_DAYS],
    );
  }
}
