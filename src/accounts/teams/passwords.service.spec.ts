import { PasswordsService } from './passwords.service.js';

const at = (memory: number): PasswordsService => new PasswordsService({ PASSWORD_MEMORY_KB: memory });
const PASSWORD = 'correct horse battery';
const STORED_BY_SCRYPT = 'scrypt$10$AAAAAAAAAAAAAAAAAAAAAA$AsWvwMY_76m6UtetkFvlJIEPTCAm8Pu2vkYrRktx10s';

describe('a stored password', () => {
  it('is verified only by the same password', async () => {
    const stored = await at(1_024).hash(PASSWORD);
    expect([await at(1_024).verify(PASSWORD, stored), await at(1_024).verify('correct horse', stored)]).toEqual([
      true,
      false,
    ]);
  });

  it('is verified after the memory was raised, and is then outdated', async () => {
    const stored = await at(1_024).hash(PASSWORD);
    const raised = at(2_048);
    expect([await raised.verify(PASSWORD, stored), raised.isOutdated(stored)]).toEqual([true, true]);
  });

  it('contains its parameters and differs from another hash of the same password', async () => {
    const [one, other] = [await at(1_024).hash('same'), await at(1_024).hash('same')];
    expect([one.startsWith('$argon2id$v=19$m=1024,t=2,p=1$'), one === other]).toEqual([true, false]);
  });

  it('treats letters that look the same as equal', async () => {
    expect(await at(1_024).verify('cafe\u0301', await at(1_024).hash('caf\u00e9'))).toBe(true);
  });

  it('matches no password when it is missing', async () => {
    expect([await at(1_024).verify('', null), await at(1_024).verify(PASSWORD, null)]).toEqual([false, false]);
  });

  it('is verified and outdated when an early build stored it with scrypt', async () => {
    const passwords = at(1_024);
    expect([
      await passwords.verify(PASSWORD, STORED_BY_SCRYPT),
      await passwords.verify('correct horse', STORED_BY_SCRYPT),
      passwords.isOutdated(STORED_BY_SCRYPT),
    ]).toEqual([true, false, true]);
  });
});

describe('a flood of passwords', () => {
  it('is refused beyond a short queue, with the time to wait, and the queue is worked off', async () => {
    const passwords = at(1_024);
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, async () => passwords.verify(PASSWORD, null)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as object] : []));
    expect([refused.length, await passwords.verify(PASSWORD, null)]).toEqual([22, false]);
    expect(refused[0]).toMatchObject({ code: 'rate_limited', details: { retry_after_seconds: 2 } });
  });
});
