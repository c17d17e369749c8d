import type { ContactField, Person } from './enrichment.types.js';

/** What a provider found. `knownAs` holds every key the person is known by there, the value's own included. */
export interface Finding {
  value: string;
  knownAs: string[];
}

/** Somebody who may know a person's contact. */
export interface EnrichmentProvider {
  /** What the API answers as `source`. */
  readonly name: string;
  /**
   * Looks one field up; ends when `signal` says so.
   * @returns null when the provider does not know it. @throws ProviderFailed when the provider could not say.
   */
  find(person: Person, field: ContactField, signal: AbortSignal): Promise<Finding | null>;
}

/** The provider could not be asked or made no sense: that is not a "not found". */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
}

/** Injection token of the providers, in the order they are asked. */
export const ENRICHMENT_PROVIDERS = Symbol('EnrichmentProviders');
