import { Inject, Injectable, Logger } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { currentTestTeam, keyInMode } from '#platform/caller/test-mode.js';
import type { Lease } from '#platform/database/lease.js';
import { RowWatch } from '#platform/database/row-watch.js';
import {
  ProviderResultsQueries,
  type StoredProviderResult,
  type NewProviderResult,
  type ContactLookup,
} from './provider-results.queries.js';
import { DirectoryProvider } from './directory.provider.js';
import { ENRICHMENT_PROVIDERS, type EnrichmentProvider, ProviderFailed } from './enrichment.provider.js';
import type { ContactField, Outcome, Person } from './enrichment.types.js';
import { domainKeysOf, kindOf, personKeyOf, profileKeyOf } from '#market/writers/person.keys.js';
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
 * Finds contacts. Asks the providers one after another and stores the result for all teams. While one request asks,
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
   * Looks up one field of one person for a team. Must not run in a transaction. Pass the result to `checkAgain` before the team sees it.
   * @throws ProviderFailed when a provider failed and none found the field.
   */
  async lookUp(person: Person, field: ContactField, teamId: string): Promise<LookUp> {
    const personKey = personKeyOf(person);
    if (!personKey) return ended('not_found', [], false);
    const keys = await this.identityKeysOf(person);
    if (await this.suppressions.containsAny(keys, teamId)) return ended('suppressed', keys, false);
    const lookup = { personKey: keyInMode(personKey), field };
    const deadline = Date.now() + this.env.ENRICHMENT_TIMEOUT_MS + PATIENCE_BEYOND_TIMEOUT_MS;
    for (;;) {
      const lease = await this.results.claim(lookup);
      if (lease) return this.ask(lookup, lease, person, keys);
      const result = await this.results.find(lookup);
      if (result?.outcome) return lookUpOf(result.outcome, result, person);
      if (result?.is_live) await this.waitFor(lookup, result.attempts, deadline);
    }
  }

  /** The keys of one person and nobody else that are known without asking a provider. A name is not one. */
  async personalKeysOf(person: Person): Promise<string[]> {
    return (await this.identityKeysOf(person)).filter(isPersonal);
  }

  /** Whether the team has a list of people not to contact. */
  hasList(teamId: string): Promise<boolean> {
    return this.suppressions.hasList(teamId);
  }

  /** Whether the team's own list has the person, by the keys that are known without asking a provider. */
  async isListed(teamId: string, person: Person, field: ContactField): Promise<boolean> {
    const personKey = personKeyOf(person);
    const kept = personKey ? await this.results.findReusable({ personKey: keyInMode(personKey), field }) : null;
    const keys = [...(await this.identityKeysOf(person)), ...(kept?.identity_keys ?? [])];
    return this.suppressions.isListed(teamId, withDomains(keys, person));
  }

  /**
   * The result of a look-up as the team may see it: all teams share the providers' results, and the person may be
   * suppressed since. Call it in a transaction.
   */
  async checkAgain(teamId: string, lookUp: LookUp): Promise<LookUp> {
    const { outcome, identityKeys: keys, fromCache } = lookUp;
    if (outcome !== 'found') return lookUp;
    await this.suppressions.holdList(teamId);
    return (await this.suppressions.containsAny(keys, teamId)) ? ended('suppressed', keys, fromCache) : lookUp;
  }

  /**
   * The probable result of `lookUp`, from stored results and local providers only. `unknown` if another provider would
   * be asked. A suppressed person is not found.
   */
  async expect(person: Person, field: ContactField, teamId: string): Promise<'found' | 'not_found' | 'unknown'> {
    const personKey = personKeyOf(person);
    if (!personKey) return 'not_found';
    const keys = await this.identityKeysOf(person);
    if (await this.suppressions.containsAny(keys, teamId)) return 'not_found';
    const kept = await this.results.findReusable({ personKey: keyInMode(personKey), field });
    if (kept) return this.expectedOf(teamId, kept.outcome === 'found' ? withDomains(kept.identity_keys, person) : null);
    const signal = AbortSignal.timeout(this.env.ENRICHMENT_TIMEOUT_MS);
    for (const provider of this.providersOfMode()) {
      if (!provider.isLocal) return 'unknown';
      const finding = await provider.find(person, field, signal);
      if (finding) return this.expectedOf(teamId, withDomains([...keys, ...finding.identityKeys], person));
    }
    return 'not_found';
  }

  /** `identityKeys` are those of the person who would be found. */
  private async expectedOf(teamId: string, identityKeys: string[] | null): Promise<'found' | 'not_found'> {
    return identityKeys && !(await this.suppressions.containsAny(identityKeys, teamId)) ? 'found' : 'not_found';
  }

  /** The identity keys of a person that are known before any provider is asked. */
  private async identityKeysOf(person: Person): Promise<string[]> {
    const known = await this.directory.identityKeysOf(person);
    return withDomains([profileKeyOf(person.profileUrl) ?? [], known].flat(), person);
  }

  /** Asks the providers and stores their result for all teams. A failure is not stored. */
  private async ask(lookup: ContactLookup, lease: Lease, person: Person, keys: string[]): Promise<LookUp> {
    try {
      const result = await this.askProviders(person, lookup.field, keys);
      await this.results.save(lease, result);
      return { ...result, fromCache: false };
    } catch (error) {
      await this.results.fail(lease).catch(() => undefined);
      throw error;
    } finally {
      void this.watch.notify(watchKeyOf(lookup, lease.attempt));
    }
  }

  private async askProviders(person: Person, field: ContactField, keys: string[]): Promise<NewProviderResult> {
    const signal = AbortSignal.timeout(this.env.ENRICHMENT_TIMEOUT_MS);
    let failure: ProviderFailed | undefined;
    for (const provider of this.providersOfMode()) {
      try {
        const finding = await provider.find(person, field, signal);
        if (!finding) continue;
        const identityKeys = withDomains([...keys, ...finding.identityKeys], person);
        if (await this.suppressions.containsAny(identityKeys, null)) return ended('suppressed', identityKeys, false);
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

  /** Test mode calls no external service. */
  private providersOfMode(): EnrichmentProvider[] {
    return currentTestTeam() === undefined ? this.providers : this.providers.filter(({ isLocal }) => isLocal);
  }

  /** Waits until another request has asked. @throws ProviderFailed when that request failed or took too long */
  private async waitFor(lookup: ContactLookup, attempt: number, deadline: number): Promise<void> {
    const end = await this.watch.until(watchKeyOf(lookup, attempt), deadline - Date.now(), async () => {
      const result = await this.results.find(lookup);
      const isSame = result?.attempts === attempt;
      return isSame && result.is_live ? null : { failed: isSame && result.state === 'failed' };
    });
    if (!end || end.failed) throw new ProviderFailed('Another request asked the provider, and it failed');
  }
}

/** Whether an identity key belongs to one person, and not to a company. */
export const isPersonal = (key: string): boolean => kindOf(key) !== 'domain';

const watchKeyOf = ({ personKey, field }: ContactLookup, attempt: number): string =>
  `provider-answer:${personKey}:${field}:${attempt}`;

/** Identity keys with the domains of the person, each once. */
const withDomains = (keys: readonly string[], { companyWebsite }: Person): string[] => [
  ...new Set([...keys, ...domainKeysOf(keys, companyWebsite)]),
];

/** A result that an earlier request stored. */
function lookUpOf(outcome: Outcome, result: StoredProviderResult, person: Person): LookUp {
  const { value, source } = result;
  const keys = withDomains(result.identity_keys, person);
  if (outcome !== 'found') return ended(outcome, keys, true);
  return { outcome, value, source, fromCache: true, identityKeys: keys };
}

const ended = (outcome: Outcome, identityKeys: string[], fromCache: boolean): LookUp => ({
  outcome,
  value: null,
  source: null,
  fromCache,
  identityKeys,
});
