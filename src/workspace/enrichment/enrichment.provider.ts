import type { ContactField, Person } from './enrichment.types.js';

/**
 * A value that a provider found, with all keys by which the provider identifies the person, including the key of the
 * value.
 */
export interface Finding {
  value: string;
  identityKeys: string[];
}

/** A source of contacts. */
export interface EnrichmentProvider {
  /** The `source` in API responses. */
  readonly name: string;
  /** The provider reads stored data only, and calls no external service. */
  readonly isLocal?: true;
  /**
   * Looks up one field. Ends when `signal` aborts.
   * @returns null when the provider does not have the field.
   * @throws ProviderFailed when the provider gave no usable result.
   */
  find(person: Person, field: ContactField, signal: AbortSignal): Promise<Finding | null>;
}

/** The provider could not be reached, or its response was invalid. This is different from "not found". */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
}

/** Injection token of the providers, in the order they are asked. */
export const ENRICHMENT_PROVIDERS = Symbol('EnrichmentProviders');
