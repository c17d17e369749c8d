import { createHash } from 'node:crypto';
import {
  addressesOf,
  companyKeyOf,
  domainKeyOf,
  domainKeysOf,
  domainOf,
  emailKeyOf,
  erasureKeysOf,
  nameKeyOf,
  personKeyOf,
  profileKeyOf,
  typedKeyOf,
} from './person.keys.js';

const unnamed = { name: null, company: null, companyWebsite: null, profileUrl: null };

describe('the keys of a person', () => {
  it.each([
    ['José  Müller', 'jose muller'],
    ["O'Brien, Conan", 'o brien conan'],
    ['ΓΙΆΝΝΗΣ', 'γιαννης'],
    ['山田 太郎', '山田 太郎'],
    ['—', null],
    [null, null],
  ])('fold the name %s to %s', (name, key) => {
    // Greek writes a final sigma that lower case decides by position.
    expect(nameKeyOf(name)?.replace(/ς/g, 'σ')).toBe(key?.replace(/ς/g, 'σ') ?? undefined);
  });

  it.each(['Acme', 'ACME, Inc.', 'acme gmbh', 'Acme Co. Ltd.', ' Acme  LLC '])(
    'treat %s as the same company',
    (company) => {
      expect(companyKeyOf(company)).toBe('acme');
    },
  );

  it('keep a company whose whole name is a legal form', () => {
    expect(companyKeyOf('SE')).toBe('se');
  });

  it.each([
    'https://www.linkedin.com/in/Jane-Doe/',
    'http://uk.linkedin.com/in/jane-doe?trk=public',
    'linkedin.com/in/jane-doe#about',
    ' https://m.linkedin.com/in/jane-doe ',
  ])('treat %s as the same profile', (url) => {
    expect(profileKeyOf(url)).toBe('profile:linkedin.com/in/jane-doe');
  });

  it.each(['javascript:alert(1)', 'https://linkedin.com', 'https://linkedin.com/', 'not a url', '', null])(
    'do not treat %s as a profile',
    (url) => expect(profileKeyOf(url)).toBeNull(),
  );

  it.each([
    ['profiles', () => profileKeyOf(`https://linkedin.com/in/${'長'.repeat(900)}`)],
    ['hosts', () => profileKeyOf(`https://${'長.'.repeat(300)}com/in/jane`)],
    ['domains', () => domainOf(`${'長.'.repeat(300)}com`)],
    ['suppressed domains', () => domainKeyOf(`${'長.'.repeat(300)}com`)],
    ['names', () => nameKeyOf('㌀'.repeat(200))],
    ['companies', () => companyKeyOf('㌀'.repeat(200))],
  ])('leave out %s that no index can hold', (_, key) => expect(key()).toBeNull());

  it('still tell apart the erased people whose profiles no index can hold', () => {
    const [one, other] = ['jane', 'joe'].map((name) => ({
      ...unnamed,
      profileUrl: `https://linkedin.com/in/${'長'.repeat(900)}${name}`,
    }));
    expect(erasureKeysOf(one!)).toHaveLength(1);
    expect(erasureKeysOf(one!)).not.toEqual(erasureKeysOf(other!));
  });

  it('do not shorten a short company domain', () => {
    expect([profileKeyOf('https://bt.co.uk/jane'), domainOf('www.bt.co.uk')]).toEqual([
      'profile:bt.co.uk/jane',
      'bt.co.uk',
    ]);
  });

  it.each([
    ['Jane@Acme.COM ', 'email:jane@acme.com'],
    ['jane@acme', null],
    ['jane acme.com', null],
    ['a@b@c.com', null],
    [`${'x'.repeat(300)}@acme.com`, null],
    ['Bob@München.de', 'email:bob@xn--mnchen-3ya.de'],
    ['bob@xn--mnchen-3ya.de', 'email:bob@xn--mnchen-3ya.de'],
    ['mailto:bob@acme.com', null],
  ])('turn the address %s into %s', (email, key) => expect(emailKeyOf(email)).toBe(key));

  it.each([
    ['mailto:Bob@zoho.com', 'email:bob@zoho.com'],
    ['MAILTO:bob@zoho.com?subject=Hello', 'email:bob@zoho.com'],
    ['https://medium.com/@jane', 'profile:medium.com/@jane'],
    ['bob@linkedin.com@linkedin.com/in/bob', null],
    ['https://bob:pw@linkedin.com/in/bob', null],
    ['acme.com', null],
  ])('turn the typed text %s into %s', (text, key) => expect(typedKeyOf(text)).toBe(key));

  it('spell an address in an international domain in both ways, and any other in one', () => {
    expect(['email:bob@xn--mnchen-3ya.de', 'email:bob@acme.com', 'profile:medium.com/@jane'].map(addressesOf)).toEqual([
      ['bob@xn--mnchen-3ya.de', 'bob@münchen.de'],
      ['bob@acme.com'],
      ['medium.com/@jane'],
    ]);
  });

  it('still recognize an erased person whose address was hashed with the letters of its domain', () => {
    const before = createHash('sha256').update('email:bob@münchen.de').digest('hex');
    for (const email of ['bob@münchen.de', 'bob@xn--mnchen-3ya.de'])
      expect(erasureKeysOf({ ...unnamed, email })).toContain(before);
  });

  it.each([
    ['https://www.Acme.COM/', 'domain:acme.com'],
    ['@acme.com', 'domain:acme.com'],
    ['a b@aol.com', null],
    ['john@doe@proton.me', null],
    ['bob:pw@mail.ru', null],
    [`${'a'.repeat(400)}@example.com`, null],
    ['mail.acme.co.uk', 'domain:mail.acme.co.uk'],
    ['müller.example', 'domain:xn--mller-kva.example'],
    ['acme.com/jane', null],
    ['acme', null],
    ['10.0.0.1', null],
  ])('turn %s into the domain %s', (text, key) => expect(domainKeyOf(text)).toBe(key));

  it('include the domains of the address and of the company, and their parent domains', () => {
    expect(
      domainKeysOf(['profile:a.example/x', 'email:jane@mail.müller.example'], 'https://eu.acme.com/about'),
    ).toEqual([
      ...['domain:mail.xn--mller-kva.example', 'domain:xn--mller-kva.example'],
      ...['domain:eu.acme.com', 'domain:acme.com'],
    ]);
  });

  it('identify a person by profile, else by name and company, else by name and domain; else are null', () => {
    const named = { ...unnamed, name: 'Jane Doe' };
    const keys = [
      { ...named, profileUrl: 'https://linkedin.com/in/jane' },
      { ...named, company: 'Acme' },
      { ...named, companyWebsite: 'https://acme.com' },
    ].map(personKeyOf);
    expect(new Set(keys).size).toBe(3);
    expect(personKeyOf({ ...named, name: 'JANE DOE', company: 'Acme Inc' })).toBe(keys[1]);
    expect([personKeyOf(named), personKeyOf(unnamed)]).toEqual([null, null]);
  });
});
