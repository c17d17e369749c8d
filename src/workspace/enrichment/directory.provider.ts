import { Injectable } from '@nestjs/common';
import { type DirectoryEntry, DirectoryQueries } from './directory.queries.js';
import type { EnrichmentProvider, Finding } from './enrichment.provider.js';
import type { ContactField, Person } from './enrichment.types.js';
import { companyKeyOf, nameKeyOf, profileKeyOf } from './person.keys.js';

/** The built-in directory: contacts that the operator imported. */
@Injectable()
export class DirectoryProvider implements EnrichmentProvider {
  readonly name = 'directory';

  constructor(private readonly queries: DirectoryQueries) {}

  async find(person: Person, field: ContactField): Promise<Finding | null> {
    const entry = await this.entryOf(person);
    const value = entry && { email: entry.email, phone: entry.phone, profile: entry.profile_url }[field];
    return value ? { value, knownAs: keysOf(entry) } : null;
  }

  /** Every key the person is known by here: what a suppression is held against before anybody is asked. */
  async knownAs(person: Person): Promise<string[]> {
    return keysOf(await this.entryOf(person));
  }

  private async entryOf(person: Person): Promise<DirectoryEntry | null> {
    const profile = profileKeyOf(person.profileUrl);
    const byProfile = profile && (await this.queries.byProfile(profile));
    if (byProfile) return byProfile;
    const name = nameKeyOf(person.name);
    const company = companyKeyOf(person.company);
    return name && company ? this.queries.byName(name, company) : null;
  }
}

const keysOf = (entry: DirectoryEntry | null): string[] =>
  [entry?.email_key, entry?.profile_key].filter((key) => typeof key === 'string');
