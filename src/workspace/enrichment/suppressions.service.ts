import { Injectable } from '@nestjs/common';
import { validationFailed } from '#platform/errors/application-error.js';
import { emailKeyOf, profileKeyOf } from './person.keys.js';
import { SuppressionsQueries } from './suppressions.queries.js';

/** People who asked never to be revealed, by e-mail address or profile address. */
@Injectable()
export class SuppressionsService {
  constructor(private readonly queries: SuppressionsQueries) {}

  /**
   * Suppresses a person from now on, in what was revealed before too.
   * @returns the normalised address, and whether it is new. @throws 400 for what is neither an e-mail nor a profile address.
   */
  async add(address: string): Promise<{ suppressed: string; added: boolean }> {
    const key = emailKeyOf(address) ?? profileKeyOf(address);
    if (!key) {
      throw validationFailed([
        {
          field: 'address',
          location: 'body',
          code: 'suppressible',
          message: 'address must be an e-mail address or the address of a profile page',
        },
      ]);
    }
    const added = await this.queries.insert(key);
    return { suppressed: key.slice(key.indexOf(':') + 1), added };
  }

  /** True when anybody known by one of these keys is suppressed. */
  async any(keys: readonly string[]): Promise<boolean> {
    return keys.length > 0 && this.queries.containsAny(keys);
  }
}
