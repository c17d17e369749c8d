import { Inject, Injectable, Logger } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { currentTestTeam, keyInMode } from '#platform/caller/test-mode.js';
import type { Lease } from '#platform/database/lease.js';
import { RowWatch } from '#platform/database/row-watch.js';
import {
  ProviderResultsQueries,
  type StoredProviderResult,
  type NewProviderResult,
  type Question,
} from './provider-results.queries.js';
import { DirectoryProvider } from './directory.provider.js';
import { ENRICHMENT_PROVIDERS, type EnrichmentProvider, ProviderFailed } from './enrichment.provider.js';
import type { ContactField, Outcome, Person } from './enrichment.types.js';
import { personKeyOf, profileKeyOf } from './person.keys.js';
import { SuppressionsService } from './suppressions.service.js';

/** The outcome of a look-up. `fromCache` is true when no provider was asked. */
export interface LookUp {
  outcome: Outcome;
  value: string | null;
  source: string | null;
  fromCache: boolean;
  identityKeys: string[];
}

const PATIENCE_BEYOND_TIMEOUT_MS = 2_000;

/**
 * Finds contacts. Asks the providers one after the other and stores the result for all teams. While one request asks,
 * the other requests for the same field of the same person wait for its result.
 */
@Injectable()
export class EnrichmentService {
  private readonly log = new Logger(EnrichmentService.name);

  constructor(
    private readonly results: ProviderResultsQueries,
    private readonly directory: DirectoryProvider,
    private readonly suppressions: SuppressionsService,
    private readonly watch: RowWatch,
    @Inject(ENRICHMENT_PROVIDERS) private readonly providers: EnrichmentProvider[],
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Looks up one field of one person. Must not run in a transaction.
   * @throws ProviderFailed when a provider failed and none found the field.
   */
  async lookUp(person: Person, field: ContactField): Promise<LookUp> {
    const personKey = personKeyOf(person);
    if (!personKey) return ended('not_found', [], false);
    const known = await this.directory.identityKeysOf(person);
    const keys = [...new Set([profileKeyOf(person.profileUrl) ?? [], known].flat())];
    if (await this.suppressions.containsAny(keys)) return ended('suppressed', keys, false);
    const question = { personKey: keyInMode(personKey), field };
    const deadline = Date.now() + this.env.ENRICHMENT_TIMEOUT_MS + PATIENCE_BEYOND_TIMEOUT_MS;
    for (;;) {
      const lease = await this.results.claim(question);
      if (lease) return this.ask(question, lease, person, keys);
      const result = await this.results.find(question);
      if (result?.outcome) return this.fromStored(result.outcome, result);
      if (result?.is_live) await this.waitFor(question, result.attempts, deadline);
    }
  }

  /**
   * What `lookUp` would probably find, from kept results and local providers alone. `unknown` if another provider would
   * be asked. A suppressed person is not found.
   */
  async expect(person: Person, field: ContactField): Promise<'found' | 'not_found' | 'unknown'> {
    const personKey = personKeyOf(person);
    if (!personKey) return 'not_found';
    const known = await this.directory.identityKeysOf(person);
    const keys = [...new Set([profileKeyOf(person.profileUrl) ?? [], known].flat())];
    if (await this.suppressions.containsAny(keys)) return 'not_found';
    const kept = await this.results.findReusable({ personKey: keyInMode(personKey), field });
    if (kept) return this.expectedOf(kept.outcome === 'found' ? kept.identity_keys : null);
    const signal = AbortSignal.timeout(this.env.ENRICHMENT_TIMEOUT_MS);
    for (const provider of this.providersOfMode()) {
      if (!provider.isLocal) return 'unknown';
      const finding = await provider.find(person, field, signal);
      if (finding) return this.expectedOf([...keys, ...finding.identityKeys]);
    }
    return 'not_found';
  }

  /** `identityKeys` are those of the person who would be found. */
  private async expectedOf(identityKeys: string[] | null): Promise<'found' | 'not_found'> {
    return identityKeys && !(await this.suppressions.containsAny(identityKeys)) ? 'found' : 'not_found';
  }

  /** Asks the providers and stores their result. A failure is not stored. */
  private async ask(question: Question, lease: Lease, person: Person, keys: string[]): Promise<LookUp> {
    try {
      const result = await this.askProviders(person, question.field, keys);
      await this.results.save(lease, result);
      return { ...result, fromCache: false };
    } catch (error) {
      await this.results.fail(lease).catch(() => undefined);
      throw error;
    } finally {
      void this.watch.notify(watchKeyOf(question, lease.attempt));
    }
  }

  private async askProviders(person: Person, field: ContactField, keys: string[]): Promise<NewProviderResult> {
    const signal = AbortSignal.timeout(this.env.ENRICHMENT_TIMEOUT_MS);
    let failure: ProviderFailed | undefined;
    for (const provider of this.providersOfMode()) {
      try {
        const finding = await provider.find(person, field, signal);
        if (!finding) continue;
        const identityKeys = [...new Set([...keys, ...finding.identityKeys])];
        if (await this.suppressions.containsAny(identityKeys)) return ended('suppressed', identityKeys, false);
        return { outcome: 'found', value: finding.value, source: provider.name, identityKeys };
      } catch (error) {
        if (!(error instanceof ProviderFailed)) throw error;
        this.log.warn({ error, provider: provider.name }, 'enrichment provider failed');
        failure = error;
      }
    }
    if (failure) throw failure;
    return ended('not_found', keys, false);
  }

  private async fromStored(outcome: Outcome, result: StoredProviderResult): Promise<LookUp> {
    const { value, source, identity_keys: keys } = result;
    if (outcome !== 'found') return ended(outcome, keys, true);
    if (await this.suppressions.containsAny(keys)) return ended('suppressed', keys, true);
    return { outcome, value, source, fromCache: true, identityKeys: keys };
  }

  /** Test mode calls no external service. */
  private providersOfMode(): EnrichmentProvider[] {
    return currentTestTeam() === undefined ? this.providers : this.providers.filter(({ isLocal }) => isLocal);
  }

  /** Waits until another request has asked. @throws ProviderFailed when that request failed or took too long */
  private async waitFor(question: Question, attempt: number, deadline: number): Promise<void> {
    const end = await this.watch.until(watchKeyOf(question, attempt), deadline - Date.now(), async () => {
      const result = await this.results.find(question);
      const isSame = result?.attempts === attempt;
      return isSame && result.is_live ? null : { failed: isSame && result.state === 'failed' };
    });
    if (!end || end.failed) throw new ProviderFailed('Another request asked the provider, and it failed');
  }
}

const watchKeyOf = ({ personKey, field }: Question, attempt: number): string =>
  `provider-answer:${personKey}:${field}:${attempt}`;

const ended = (outcome: Outcome, identityKeys: string[], fromCache: boolean): LookUp => ({
  outcome,
  value: null,
  source: null,
  fromCache,
  identityKeys,
});
