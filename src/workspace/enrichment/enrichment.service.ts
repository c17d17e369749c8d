import { Inject, Injectable, Logger } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import type { Lease } from '#platform/database/lease.js';
import { RowWatch } from '#platform/database/row-watch.js';
import { AnswersQueries, type KnownAnswer, type NewAnswer, type Question } from './answers.queries.js';
import { DirectoryProvider } from './directory.provider.js';
import { ENRICHMENT_PROVIDERS, type EnrichmentProvider, ProviderFailed } from './enrichment.provider.js';
import type { ContactField, Outcome, Person } from './enrichment.types.js';
import { personKeyOf, profileKeyOf } from './person.keys.js';
import { SuppressionsService } from './suppressions.service.js';

/** How a look-up ended. `fromCache` says that no provider was asked for it. */
export interface LookUp {
  outcome: Outcome;
  value: string | null;
  source: string | null;
  fromCache: boolean;
  identityKeys: string[];
}

const PATIENCE_BEYOND_TIMEOUT_MS = 2_000;

/**
 * Finds contacts: providers are asked one after the other, their answer is kept for all teams, and while one request asks,
 * all others that want the same wait for it.
 */
@Injectable()
export class EnrichmentService {
  private readonly log = new Logger(EnrichmentService.name);

  constructor(
    private readonly answers: AnswersQueries,
    private readonly directory: DirectoryProvider,
    private readonly suppressions: SuppressionsService,
    private readonly watch: RowWatch,
    @Inject(ENRICHMENT_PROVIDERS) private readonly providers: EnrichmentProvider[],
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Looks one field of one person up; outside any transaction. @throws ProviderFailed when nobody could say. */
  async lookUp(person: Person, field: ContactField): Promise<LookUp> {
    const personKey = personKeyOf(person);
    if (!personKey) return ended('not_found', [], false);
    const known = await this.directory.knownAs(person);
    const keys = [...new Set([profileKeyOf(person.profileUrl) ?? [], known].flat())];
    if (await this.suppressions.any(keys)) return ended('suppressed', keys, false);
    const question = { personKey, field };
    const deadline = Date.now() + this.env.ENRICHMENT_TIMEOUT_MS + PATIENCE_BEYOND_TIMEOUT_MS;
    for (;;) {
      const lease = await this.answers.claim(question);
      if (lease) return this.ask(question, lease, person, keys);
      const answer = await this.answers.find(question);
      if (answer?.outcome) return this.recall(answer.outcome, answer);
      if (answer?.is_live) await this.waitFor(question, answer.attempts, deadline);
    }
  }

  /** Asks the providers and remembers what they said; a failure is not remembered. */
  private async ask(question: Question, lease: Lease, person: Person, keys: string[]): Promise<LookUp> {
    try {
      const answer = await this.waterfall(person, question.field, keys);
      await this.answers.keep(lease, answer);
      return { ...answer, fromCache: false };
    } catch (error) {
      await this.answers.fail(lease).catch(() => undefined);
      throw error;
    } finally {
      void this.watch.notify(watchKeyOf(question, lease.attempt));
    }
  }

  private async waterfall(person: Person, field: ContactField, keys: string[]): Promise<NewAnswer> {
    const signal = AbortSignal.timeout(this.env.ENRICHMENT_TIMEOUT_MS);
    let failure: ProviderFailed | undefined;
    for (const provider of this.providers) {
      try {
        const finding = await provider.find(person, field, signal);
        if (!finding) continue;
        const identityKeys = [...new Set([...keys, ...finding.knownAs])];
        if (await this.suppressions.any(identityKeys)) return ended('suppressed', identityKeys, false);
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

  private async recall(outcome: Outcome, answer: KnownAnswer): Promise<LookUp> {
    const { value, source, identity_keys: keys } = answer;
    if (outcome !== 'found') return ended(outcome, keys, true);
    if (await this.suppressions.any(keys)) return ended('suppressed', keys, true);
    return { outcome, value, source, fromCache: true, identityKeys: keys };
  }

  /** Waits until another attempt to ask ends; its failure is that of all who waited. */
  private async waitFor(question: Question, attempt: number, deadline: number): Promise<void> {
    const end = await this.watch.until(watchKeyOf(question, attempt), deadline - Date.now(), async () => {
      const answer = await this.answers.find(question);
      const isSame = answer?.attempts === attempt;
      return isSame && answer.is_live ? null : { failed: isSame && answer.state === 'failed' };
    });
    if (!end || end.failed) throw new ProviderFailed('The provider was asked already and could not say');
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
