import { PasswordsService } from './passwords.service.js';

const at = (cost: number): PasswordsService => new PasswordsService({ PASSWORD_COST: cost });

describe('a stored password', () => {
  it('is known again by the password alone', async () => {
    const stored = await at(10).hash('correct horse battery');
    expect([
      await at(10).verify('correct horse battery', stored),
      await at(10).verify('correct horse', stored),
    ]).toEqual([true, false]);
  });

  it('is known again after the cost has been raised', async () => {
    const stored = await at(10).hash('correct horse battery');
    expect(await at(11).verify('correct horse battery', stored)).toBe(true);
  });

  it('names its cost and differs from another of the same password', async () => {
    const [one, other] = [await at(11).hash('same'), await at(11).hash('same')];
    expect([one.startsWith('scrypt$11$'), one === other]).toEqual([true, false]);
  });

  it('takes letters that look the same for the same', async () => {
    expect(await at(10).verify('cafe\u0301', await at(10).hash('caf\u00e9'))).toBe(true);
  });

  it('is never that of nobody', async () => {
    expect(await at(10).verify('', null)).toBe(false);
  });
});
