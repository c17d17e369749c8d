import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dictionary } from '@zxcvbn-ts/language-common';
import { NewPasswordsService } from './new-passwords.service.js';
import { isAllowedPassword } from './password.rule.js';

const COMMON = 'Many people have this password: choose another one';

/** The message that refuses a password, or null if a person may choose the password. */
const refusalIn = (service: NewPasswordsService) => (password: string) =>
  service.demandAllowed(password, 'next', 'ada@example.com').then(
    () => null,
    (error: Error) => error.message,
  );

describe('a new password', () => {
  const refusal = refusalIn(new NewPasswordsService({}));

  it('must not be a frequent one of the package, whose number docs/asvs.md states', async () => {
    const asvs = readFileSync(join(import.meta.dirname, '../../../docs/asvs.md'), 'utf8');
    const frequent = dictionary['passwords-common'].filter(isAllowedPassword);
    expect(asvs).toContain(`${frequent.length.toLocaleString('en')} passwords of the package`);
    expect(new Set(await Promise.all(frequent.map(refusal)))).toEqual(new Set([COMMON]));
  });

  it.each([
    ['nine letters and an accent', 'zebrafise\u0301', false],
    ['nine characters of two units', '\u{1F9ED}'.repeat(9), false],
    ['ten characters of two units', '\u{1F9ED}'.repeat(10), true],
    ['200 characters of two units', '\u{1F9ED}'.repeat(200), true],
  ])('is counted in characters as they are hashed: %s', (_, password, isAllowed) => {
    expect(isAllowedPassword(password)).toBe(isAllowed);
  });

  it.each(['QwertyUIOP123', 'ＱＷＥＲＴＹuiop123'])(
    'must not be a frequent one in other forms of its letters: %s',
    async (password) => {
      expect(await refusal(password)).toBe(COMMON);
    },
  );

  it.each(['qwertyuiop123!', 'my password123'])('may contain a frequent one: %s', async (password) => {
    expect(await refusal(password)).toBeNull();
  });
});

describe("the operator's list of passwords", () => {
  const folder = mkdtempSync(join(tmpdir(), 'passwords-'));
  const file = join(folder, randomUUID());
  const refusal = refusalIn(new NewPasswordsService({ COMMON_PASSWORDS_FILE: file }));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read once, at the first new password that finds it, and adds to the passwords of the package', async () => {
    expect(await refusal('greyhound-harbor')).toContain('no such file');
    writeFileSync(file, '\uFEFFGreyhound-Harbor\r\n\r\nCafé du Nord\r\n\nlast without newline');
    expect(await refusal('greyhound-harbor')).toBe(COMMON);
    rmSync(file);
    const others = ['CAFE\u0301 DU NORD', 'Last Without Newline', 'qwertyuiop123', 'greyhound-harbors'];
    expect(await Promise.all(others.map(refusal))).toEqual([COMMON, COMMON, COMMON, null]);
  });
});
