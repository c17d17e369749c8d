import { Injectable } from '@nestjs/common';
import type { EnrichmentProvider, Finding } from './enrichment.provider.js';
import type { ContactField, Person } from './enrichment.types.js';
import { profileKeyOf } from '#market/writers/person.keys.js';

/** The review itself. If the review names the reviewer's profile, no other provider is asked. */
@Injectable()
export class ReviewProvider implements EnrichmentProvider {
  readonly name = 'review';
  readonly isLocal = true;

  async find(person: Person, field: ContactField): Promise<Finding | null> {
    const key = field === 'profile' ? profileKeyOf(person.profileUrl) : null;
    return key && person.profileUrl ? { value: person.profileUrl, identityKeys: [key] } : null;
  }
}
