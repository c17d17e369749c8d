import type { Env } from '#config/env.js';
import { PlatformModule } from '#platform/platform.module.js';
import { type Erased, PersonErasure, type PersonFound } from '#workspace/personal-data/person-erasure.service.js';
import { PersonErasureModule } from '#workspace/personal-data/person-erasure.module.js';
import { type ConfirmedRequest, PrivacyRequests } from '#workspace/personal-data/privacy-requests.service.js';
import { inContext } from '../command.context.js';

const modules = (env: Env) => [PlatformModule.forRoot(env), PersonErasureModule];

/** @throws 400 if it is not an email address or profile URL */
export const showPerson = (address: string): Promise<PersonFound> =>
  inContext(modules, (context) => context.get(PersonErasure).show(address));

/** @throws 400 if it is not an email address or profile URL */
export const erasePerson = (address: string): Promise<Erased> =>
  inContext(modules, (context) => context.get(PersonErasure).erase(address));

/** Requests of the page /privacy whose address is confirmed, the oldest first. */
export const listRequests = (): Promise<ConfirmedRequest[]> =>
  inContext(modules, (context) => context.get(PrivacyRequests).list());
