import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { importLines } from '../../../test/support/imported.js';
import { ContactsImporter } from './contacts.importer.js';

describe('importing contacts', () => {
  let app: TestApp;
  let counter = 0;
  let company: string;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    company = `Acme ${++counter}`;
  });

  const importContacts = (...lines: object[]) => importLines(app, ContactsImporter, lines);
  const people = () =>
    app.database.query(
      `SELECT name, email, phone, position FROM contacts JOIN committee_seats seat ON seat.contact_id = contacts.id
       WHERE company_name = $1 AND seat.company_key = contacts.company_key ORDER BY position`,
      [company],
    );

  it('changes nothing when it is repeated', async () => {
    const lines = [
      {
        name: 'Jane Doe',
        company,
        email: 'jane@acme.example.com',
        profile_url: `https://n.example/in/j${counter}`,
      },
      { name: 'Ben Worker', company, phone: '1' },
    ];
    expect(await importContacts(...lines)).toMatchObject({ read: 2, inserted: 2, updated: 0 });
    const before = await people();
    expect(await importContacts(...lines)).toMatchObject({ read: 2, inserted: 0, updated: 0 });
    expect(await people()).toEqual(before);
  });

  it('matches a person by profile, and keeps values that a later line leaves out', async () => {
    await importContacts({
      name: 'Jane Doe',
      company,
      email: 'jane@acme.example.com',
      profile_url: 'https://www.linkedin.com/in/jane-doe/',
    });
    expect(
      await importContacts({
        name: 'Jane Roe',
        company,
        phone: '2',
        profile_url: 'http://linkedin.com/in/Jane-Doe?x=1',
      }),
    ).toMatchObject({ inserted: 0, updated: 1 });
    expect(await people()).toEqual([{ name: 'Jane Roe', email: 'jane@acme.example.com', phone: '2', position: 0 }]);
  });

  it('joins the first and the last name of an address book', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'contacts-')), 'people.csv');
    writeFileSync(file, `First Name,Last Name,Company Name,Email Address\nJane,Doe,${company},jane@acme.example\n`);
    expect(await app.get(ContactsImporter).importFile(file)).toMatchObject({ inserted: 1, rejects: [] });
    expect(await people()).toMatchObject([{ name: 'Jane Doe', email: 'jane@acme.example' }]);
  });

  it('matches a person by name and company, also within one file', async () => {
    expect(
      await importContacts(
        { name: 'Zoë  Müller', company, phone: '3' },
        { name: 'zoe muller', company: `${company}, Inc.`, phone: '4' },
      ),
    ).toMatchObject({ inserted: 1, updated: 1 });
  });

  it('keeps people of the same name with different profiles apart', async () => {
    const [one, two] = ['a', 'b'].map((each) => `https://n.example/in/${each}${counter}`);
    expect(
      await importContacts(
        { name: 'Jane Doe', company, profile_url: one },
        { name: 'Jane Doe', company, profile_url: two },
      ),
    ).toMatchObject({ inserted: 2 });
  });

  it('never assigns a seat twice when imports run at the same time', async () => {
    const lines = (team: string) =>
      Array.from({ length: 30 }, (_, index) => ({ name: `${team} ${index} Person`, company }));
    await Promise.all(['x', 'y', 'z'].map((team) => importContacts(...lines(team))));
    const seats = (await people()).map(({ position }) => position as number);
    expect(seats).toEqual(Array.from({ length: 90 }, (_, index) => index));
  });

  it('reports the lines that are not contacts, and imports the rest', async () => {
    const result = await importContacts(
      { name: 'Jane Doe' },
      { name: '—', company },
      { name: 'Jane Doe', company, email: 'jane' },
      { name: 'Jane Doe', company, profile_url: 'javascript:alert(1)' },
      { name: 'Good Person', company, unknown: true },
    );
    expect(result).toMatchObject({ read: 5, inserted: 1, rejected: 4 });
    expect(result.rejects.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  });
});
