import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '#platform/database/database.js';
import { type ContactRecord, mergeContacts, readContact } from './contact.record.js';
import { ContactsQueries, type StoredContact } from './contacts.queries.js';

/** What became of a batch of lines. */
export interface ImportedContacts {
  inserted: number;
  updated: number;
  rejects: { line: number; reason: string }[];
}

/** Brings contacts into the built-in directory. Repeating an import changes nothing. */
@Injectable()
export class ContactsImport {
  constructor(
    private readonly database: Database,
    private readonly queries: ContactsQueries,
  ) {}

  /** Stores a batch in one transaction; `line` numbers the values in their file, bad ones are told and left out. */
  async importBatch(values: readonly { line: number; value: unknown }[]): Promise<ImportedContacts> {
    const rejects: ImportedContacts['rejects'] = [];
    const records: ContactRecord[] = [];
    for (const { line, value } of values) {
      const read = readContact(value);
      if ('record' in read) records.push(read.record);
      else rejects.push({ line, reason: read.reason });
    }
    if (records.length === 0) return { inserted: 0, updated: 0, rejects };
    return this.database.transaction(async () => {
      await this.queries.takeTurn();
      const { changed, inserted } = mergeInto(await this.queries.alike(records), records);
      await this.queries.save(changed);
      await this.queries.seat(changed);
      return { inserted, updated: records.length - inserted, rejects };
    });
  }
}

/** Finds out who each record is about, in order, so that a later line of the batch sees the earlier ones. */
function mergeInto(known: StoredContact[], records: ContactRecord[]): { changed: StoredContact[]; inserted: number } {
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
  for (const record of records) {
    const namesakes = [...(byName.get(placeOf(record)) ?? [])].flatMap((id) => people.get(id) ?? []);
    const same = people.get(byProfile.get(record.profile_key ?? '') ?? '') ?? sameByName(record, namesakes);
    if (same) byName.get(placeOf(same))?.delete(same.id);
    else inserted++;
    const contact = same ? { ...mergeContacts(same, record), id: same.id } : { ...record, id: uuidv7() };
    note(contact);
    changed.add(contact.id);
  }
  return { changed: [...changed].flatMap((id) => people.get(id) ?? []), inserted };
}

/** Whoever has no profile yet may be anybody of that name; a profile is somebody else's unless the record has none. */
function sameByName(record: ContactRecord, namesakes: StoredContact[]): StoredContact | undefined {
  const open = namesakes.find((contact) => contact.profile_key === null);
  if (open || record.profile_key !== null) return open;
  return namesakes.length === 1 ? namesakes[0] : undefined;
}

const placeOf = (contact: ContactRecord): string => `${contact.name_key}@${contact.company_key}`;
