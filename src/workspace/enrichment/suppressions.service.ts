import { Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { Database } from '#platform/database/database.js';
import { notFound, validationFailed } from '#platform/errors/application-error.js';
import { StoredResponses } from '#platform/http/idempotency/stored-responses.js';
import { addressesOf, addressOf, typedKeyOf } from '#market/writers/person.keys.js';
import { ProviderResultsQueries } from './provider-results.queries.js';
import { SuppressionsQueries } from './suppressions.queries.js';
import { TeamSuppressionsQueries } from './team-suppressions.queries.js';

/** People who asked never to be revealed, by email address or profile address. */
@Injectable()
export class SuppressionsService {
  constructor(
    private readonly database: Database,
    private readonly queries: SuppressionsQueries,
    private readonly lists: TeamSuppressionsQueries,
    private readonly results: ProviderResultsQueries,
    private readonly responses: StoredResponses,
    private readonly facts: Facts,
  ) {}

  /**
   * Suppresses a person. Values that were revealed before are hidden too, and the results of providers are deleted.
   * @returns the normalized address, and whether it is new.
   * @throws 400 for anything but an email address or profile address.
   */
  async add(address: string): Promise<{ suppressed: string; added: boolean }> {
    const key = keyOf(address);
    return this.database.transaction(async () => {
      const added = await this.queries.insert(key);
      await this.responses.forget([...addressesOf(key), ...(await this.results.forget(key))]);
      if (added) await this.facts.record('suppression.added', UNNAMED);
      return { suppressed: addressOf(key), added };
    });
  }

  /** Allows a person to be revealed again, and forgets that look-ups found the person suppressed. @throws 400 as `add`; 404 when the address is not suppressed */
  async remove(address: string): Promise<string> {
    const key = keyOf(address);
    await this.database.transaction(async () => {
      if (!(await this.queries.delete(key))) throw notFound('This address is not suppressed');
      await this.results.forget(key);
      await this.facts.record('suppression.removed', UNNAMED);
    });
    return addressOf(key);
  }

  /** All suppressed addresses, the newest first. */
  async list(): Promise<{ address: string; created_at: Date }[]> {
    return (await this.queries.list()).map(({ key, created_at }) => ({ address: addressOf(key), created_at }));
  }

  /** Whether one of these identity keys is suppressed for all teams or, with a team, on the list of the team. */
  async containsAny(keys: readonly string[], teamId: string | null): Promise<boolean> {
    return keys.length > 0 && (await this.queries.containsAny(keys, teamId));
  }

  /** Waits for additions to the list of the team, and blocks further ones until the open transaction ends. */
  holdList(teamId: string): Promise<void> {
    return this.lists.lockShared(teamId);
  }

  /** Whether the team has its own list. */
  hasList(teamId: string): Promise<boolean> {
    return this.lists.hasAny(teamId);
  }

  /** Whether one of these identity keys is on the list of the team. */
  isListed(teamId: string, keys: readonly string[]): Promise<boolean> {
    return this.lists.containsAny(teamId, keys);
  }
}

/** The log has no address: a person who asks never to be revealed does not end up in another list. */
const UNNAMED = { teamId: null, id: null };

/** @throws 400 */
function keyOf(address: string): string {
  const key = typedKeyOf(address);
  if (key) return key;
  const message = 'address must be an email address or the address of a profile page';
  throw validationFailed([{ field: 'address', location: 'body', code: 'suppressible', message }]);
}
