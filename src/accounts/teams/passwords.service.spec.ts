import { PasswordsService } from './passwords.service.js';

const at = (cost: number): PasswordsService => new PasswordsService({ PASSWORD_COST: cost });

describe('a stored password', () => {
  it('is verified only by the same password', async () => {
    const stored = await at(10).hash('correct horse battery');
    expect([
      await at(10).verify('correct horse battery', stored),
      await at(10).verify('correct horse', stored),
    ]).toEqual([true, false]);
  });

  it('is verified after the cost was raised', async () => {
    const stored = await at(10).hash('correct horse battery');
    expect(await at(11).verify('correct horse battery', stored)).toBe(true);
  });

  it('contains its cost and differs from another hash of the same password', async () => {
    const [one, other] = [await at(11).hash('same'), await at(11).hash('same')];
    expect([one.startsWith('scrypt$11$'), one === other]).toEqual([true, false]);
  });

  it('treats letters that look the same as equal', async () => {
    expect(await at(10).verify('cafe\u0301', await at(10).hash('caf\u00e9'))).toBe(true);
  });

  it('matches no password when it is missing', async () => {
    expect(await at(10).verify('', null)).toBe(false);
  });
});
