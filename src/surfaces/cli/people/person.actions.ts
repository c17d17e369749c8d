import type { Env } from '#config/env.js';
import { PlatformModule } from '#platform/platform.module.js';
import {
  type Erased,
  type NamedWriter,
  PersonErasure,
  type PersonFound,
} from '#workspace/personal-data/person-erasure.service.js';
import { PersonErasureModule } from '#workspace/personal-data/person-erasure.module.js';
import { type ConfirmedRequest, PrivacyRequests } from '#workspace/personal-data/privacy-requests.service.js';
import { CommandFailure } from '../command-line.js';
import { inContext } from '../command.context.js';

const modules = (env: Env) => [PlatformModule.forRoot(env), PersonErasureModule];

/** @throws 400 if it is not an email address or profile URL */
export const showPerson = (address: string): Promise<PersonFound> =>
  inContext(modules, (context) => context.get(PersonErasure).show(address));

/**
 * Erases a person after `confirm`, which gets what is stored. An address that nothing is stored under is erased only if its person
 * has asked for it.
 * @throws CommandFailure for an address of nobody; 400 if it is not an email address or profile URL
 */
export const erasePerson = (
  address: string,
  confirm: (found: PersonFound) => Promise<void>,
): Promise<Erased & { address: string }> =>
  inContext(modules, async (context) => {
    const erasure = context.get(PersonErasure);
    const found = await erasure.show(address);
    const stored = found.contacts.length + found.reviews.length + found.posts.length + found.unlocks;
    const requests = await context.get(PrivacyRequests).list();
    const isAsked = requests.some(({ email }) => email.toLowerCase() === found.address);
    if (stored === 0 && !found.is_erased && !isAsked) {
      throw new CommandFailure(
        `Nothing is stored about ${found.address}, so nothing was erased. qualm suppress add ${found.address} keeps this person ` +
          'from being revealed in the future.',
      );
    }
    await confirm(found);
    return erasure.erase(address);
  });

/** The writers with this name, and with this part in their company. */
export const findWriters = (name: string, company: string | undefined): Promise<NamedWriter[]> =>
  inContext(modules, (context) => context.get(PersonErasure).findNamed(name, company ?? null));

/** Erases writers whom only texts name. */
export const eraseWriters = (writers: readonly NamedWriter[]): Promise<Erased> =>
  inContext(modules, (context) => context.get(PersonErasure).eraseWriters(writers));

/** Requests of the page /privacy whose address is confirmed, the oldest first. */
export const listRequests = (): Promise<ConfirmedRequest[]> =>
  inContext(modules, (context) => context.get(PrivacyRequests).list());
