import { Injectable } from '@nestjs/common';
import { type DirectoryEntry, DirectoryQueries } from './directory.queries.js';
import type { EnrichmentProvider, Finding } from './enrichment.provider.js';
import type { ContactField, Person } from './enrichment.types.js';
import { companyKeyOf, nameKeyOf, profileKeyOf } from '#market/writers/person.keys.js';

/** The built-in directory: contacts that the operator imported. */
@Injectable()
export class DirectoryProvider implements EnrichmentProvider {
  readonly name = 'directory';
  readonly isLocal = true;

  constructor(private readonly queries: DirectoryQueries) {}

  async find(person: Person, field: ContactField): Promise<Finding | null> {
    const entry = await this.entryOf(person);
    const value = entry && { email: entry.email, phone: entry.phone, profile: entry.profile_url }[field];
    return value ? { value, identityKeys: keysOf(entry) } : null;
  }

  /** Which of the people the directory has, in their order. */
  async has(people: readonly Pick<Person, 'name' | 'company' | 'profileUrl'>[]): Promise<boolean[]> {
    const keys = people.map(({ name, company, profileUrl }) => ({
      profile: profileKeyOf(profileUrl),
      name: nameKeyOf(name),
      company: companyKeyOf(company),
    }));
    const places = new Set(await this.queries.findPlaces(keys));
    return people.map((_, place) => places.has(place));
  }

  /**
   * The identity keys of the person in the directory. They are checked against suppressions before any provider is
   * asked.
   */
  async identityKeysOf(person: Person): Promise<string[]> {
    return keysOf(await this.entryOf(person));
  }

  private async entryOf(person: Person): Promise<DirectoryEntry | null> {
    const profile = profileKeyOf(person.profileUrl);
    const byProfile = profile && (await this.queries.findByProfile(profile));
    if (byProfile) return byProfile;
    const name = nameKeyOf(person.name);
    const company = companyKeyOf(person.company);
    const byName = name && company ? await this.queries.findByName(name, company) : null;
    // Two profiles on one site are two people, whatever their name.
    return profile && byName?.profile_key && siteOf(byName.profile_key) === siteOf(profile) ? null : byName;
  }
}

const siteOf = (profileKey: string): string | undefined => profileKey.split('/')[0];

const keysOf = (entry: DirectoryEntry | null): string[] =>
  [entry?.email_key, entry?.profile_key].filter((key) => typeof key === 'string');
