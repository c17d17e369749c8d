import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ImportLog } from '#market/imports/import.log.js';
import { ErasedPeople } from '#market/writers/erased-people.service.js';
import { FileImporter } from '#platform/files/file.importer.js';
import type { Stored } from '#platform/files/import.journal.js';
import { contactLayout, type ContactRecord, mergeContacts } from './contact.record.js';
import { identityOf } from './contacts.erasure.js';
import { ContactsQueries, type StoredContact } from './contacts.queries.js';

/** Imports contacts into the built-in directory. Repeating an import changes nothing. */
@Injectable()
export class ContactsImporter extends FileImporter<ContactRecord> {
  protected readonly kind = 'contacts';
  protected readonly layout = contactLayout;

  constructor(
    protected readonly imports: ImportLog,
    private readonly queries: ContactsQueries,
    private readonly erased: ErasedPeople,
  ) {
    super();
  }

  protected async store(read: ContactRecord[]): Promise<Stored> {
    const isErased = await this.erased.among(read.map(identityOf));
    const records = read.filter((_, n) => !isErased[n]);
    await this.queries.lockImports();
    const { changed, inserted, updated } = mergeInto(await this.queries.findSimilar(records), records);
    await this.queries.save(changed);
    await this.queries.assignSeats(changed);
    return { inserted, updated };
  }
}

/** Matches each record to a person, in order, so that a later line of the batch can match an earlier one. */
function mergeInto(known: StoredContact[], records: ContactRecord[]): { changed: StoredContact[] } & Stored {
  const people = new Map(known.map((contact) => [contact.id, contact]));
  const byProfile = new Map(known.flatMap(({ id, profile_key: key }) => (key ? [[key, id] as const] : [])));
  const byName = new Map<string, Set<string>>();
  const note = (contact: StoredContact): void => {
    people.set(contact.id, contact);
    if (contact.profile_key) byProfile.set(contact.profile_key, contact.id);
    const name = placeOf(contact);
    byName.set(name, (byName.get(name) ?? new Set()).add(contact.id));
  };
  known.forEach(note);
  const changed = new Set<string>();
  let inserted = 0;
  let updated = 0;
  for (const record of records) {
    const namesakes = [...(byName.get(placeOf(record)) ?? [])].flatMap((id) => people.get(id) ?? []);
    const same = people.get(byProfile.get(record.profile_key ?? '') ?? '') ?? sameByName(record, namesakes);
    const contact = same ? { ...mergeContacts(same, record), id: same.id } : { ...record, id: uuidv7() };
    if (same && isDeepStrictEqual(contact, { ...same })) continue;
    if (same) {
      byName.get(placeOf(same))?.delete(same.id);
      updated++;
    } else inserted++;
    note(contact);
    changed.add(contact.id);
  }
  return { changed: [...changed].flatMap((id) => people.get(id) ?? []), inserted, updated };
}

/**
 * The contact of the same name at the same company that the record is about. A contact without a profile matches any
 * record. A contact with a profile matches only a record without one, and only when no other contact has the name.
 */
function sameByName(record: ContactRecord, namesakes: StoredContact[]): StoredContact | undefined {
  const open = namesakes.find((contact) => contact.profile_key === null);
  if (open || record.profile_key !== null) return open;
  return namesakes.length === 1 ? namesakes[0] : undefined;
}

const placeOf = (contact: ContactRecord): string => `${contact.name_key}@${contact.company_key}`;
