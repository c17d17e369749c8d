import { Injectable } from '@nestjs/common';
import { validationFailed } from '#platform/errors/application-error.js';
import { emailKeyOf, profileKeyOf } from './person.keys.js';
import { SuppressionsQueries } from './suppressions.queries.js';

/** People who asked never to be revealed, by email address or profile address. */
@Injectable()
export class SuppressionsService {
  constructor(private readonly queries: SuppressionsQueries) {}

  /**
   * Suppresses a person. Values that were revealed before are hidden too.
   * @returns the normalized address, and whether it is new.
   * @throws 400 for anything but an email address or profile address.
   */
  async add(address: string): Promise<{ suppressed: string; added: boolean }> {
    const key = emailKeyOf(address) ?? profileKeyOf(address);
    if (!key) {
      throw validationFailed([
        {
          field: 'address',
          location: 'body',
          code: 'suppressible',
          message: 'address must be an email address or the address of a profile page',
        },
      ]);
    }
    const added = await this.queries.insert(key);
    return { suppressed: key.slice(key.indexOf(':') + 1), added };
  }

  /** Whether one of these identity keys is suppressed. */
  async containsAny(keys: readonly string[]): Promise<boolean> {
    return keys.length > 0 && this.queries.containsAny(keys);
  }
}
