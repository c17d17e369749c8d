import { Injectable } from '@nestjs/common';
import { ErasedPeople } from '#market/writers/erased-people.service.js';
import type { Identity } from '#market/writers/person.keys.js';
import { type ErasedContact, ContactsErasureQueries } from './contacts-erasure.queries.js';

export type { ErasedContact };

/** Finds and removes people of the built-in directory. */
@Injectable()
export class ContactsErasure {
  constructor(
    private readonly queries: ContactsErasureQueries,
    private readonly erased: ErasedPeople,
  ) {}

  /** The contacts with one of these identity keys. */
  find(keys: readonly string[]): Promise<ErasedContact[]> {
    return this.queries.find(keys);
  }

  /** Removes contacts; their seats in buying committees stay empty. Expects the transaction of an erasure. */
  async remove(contacts: readonly ErasedContact[]): Promise<void> {
    await this.queries.delete(contacts.map(({ id }) => id));
    await this.erased.add(contacts.map(identityOf));
  }
}

/** The identity of a contact. */
export const identityOf = ({
  name,
  company_name,
  profile_url,
  email,
}: Pick<ErasedContact, 'name' | 'company_name' | 'profile_url' | 'email'>): Identity => ({
  name,
  company: company_name,
  companyWebsite: null,
  profileUrl: profile_url,
  email,
});
