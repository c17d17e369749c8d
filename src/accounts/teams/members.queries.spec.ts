import { randomUUID } from 'node:crypto';
import { startTestFeature, type TestFeature } from '../../../test/support/feature.js';
import { whenLockIsAwaited } from '../../../test/support/lock-wait.js';
import { signal } from '../../../test/support/signal.js';
import { MembersQueries } from './members.queries.js';
import { MembersService } from './members.service.js';
import { TeamsModule } from './teams.module.js';
import { TeamsService } from './teams.service.js';

let feature: TestFeature;
let queries: MembersQueries;

beforeAll(async () => {
  feature = await startTestFeature(TeamsModule);
  queries = feature.get(MembersQueries);
});
afterAll(() => feature.close());

const addPerson = async (email: string): Promise<string> => {
  const id = randomUUID();
  await queries.insertUser({ id, email, passwordHash: 'hash', emailVerifiedAt: null });
  return id;
};

const addTeam = async (): Promise<string> => (await feature.get(TeamsService).create('Acme', 'free')).id;

describe('people', () => {
  it('are found by their email address, case-insensitive', async () => {
    const id = await addPerson('Ada@Example.com');
    expect(await queries.findByEmail('aDA@exAMPLE.COM')).toMatchObject({ id, email: 'Ada@Example.com' });
  });

  it('are not found by the address of another person', async () => {
    expect(await queries.findByEmail('nobody@example.com')).toBeNull();
  });

  it('cannot have email addresses that differ only in case', async () => {
    await addPerson('taken@example.com');
    const inserted = await queries.insertUser({
      id: randomUUID(),
      email: 'TAKEN@example.com',
      passwordHash: 'hash',
      emailVerifiedAt: null,
    });
    expect(inserted).toBe(false);
  });

  it('cannot change to an address while a new account with it commits', async () => {
    const [id, email] = [await addPerson('before@raced.example'), 'wanted@raced.example'];
    const [added, mayCommit] = [signal(), signal()];
    const first = feature.database.transaction(async () => {
      await addPerson(email);
      added.give();
      await mayCommit.given;
    });
    await added.given;
    const second = Promise.allSettled([feature.database.transaction(() => queries.changeEmail(id, email))]);
    await whenLockIsAwaited(feature.database);
    mayCommit.give();
    await first;
    expect(await second).toEqual([{ status: 'fulfilled', value: null }]);
  });

  it('are listed by team, in the order in which they joined', async () => {
    const [team, other] = [await addTeam(), await addTeam()];
    for (const name of ['zoe', 'adam']) await queries.insertMember(team, await addPerson(`${name}@joined.example`));
    await queries.insertMember(other, await addPerson('other@joined.example'));
    expect(await queries.findByTeam(team)).toEqual([
      {
        id: expect.any(String) as string,
        email: 'zoe@joined.example',
        role: 'member',
        joined_at: expect.any(Date) as Date,
      },
      {
        id: expect.any(String) as string,
        email: 'adam@joined.example',
        role: 'member',
        joined_at: expect.any(Date) as Date,
      },
    ]);
  });

  it('are members of a team once', async () => {
    const [team, person] = [await addTeam(), await addPerson('once@example.com')];
    const joins = await Promise.all([1, 2, 3].map(() => queries.insertMember(team, person)));
    expect(joins.filter(Boolean)).toHaveLength(1);
  });

  it('are not stored when the transaction rolls back', async () => {
    const members = feature.get(MembersService);
    await feature.database
      .transaction(async () => {
        await members.signUp('undone@example.com', 'correct horse battery', 'Undone');
        throw new Error('roll back');
      })
      .catch(() => undefined);
    expect(await queries.findByEmail('undone@example.com')).toBeNull();
  });
});

describe('teams whose period has ended', () => {
  const teamUntil = async (periodEndsAt: string): Promise<string> => {
    const { id } = await feature.get(TeamsService).create('Acme', 'growth');
    await feature.database.execute(
      `UPDATE teams SET period_started_at = $2::timestamptz - interval '30 days', period_ends_at = $2 WHERE id = $1`,
      [id, periodEndsAt],
    );
    return id;
  };

  it('are listed by earliest end, without teams whose period still runs', async () => {
    const [late, later] = [await teamUntil('2020-02-01T00:00:00Z'), await teamUntil('2020-01-01T00:00:00Z')];
    await teamUntil('2020-04-01T00:00:00Z');
    expect(await feature.get(TeamsService).findWithEndedPeriod(new Date('2020-03-01T00:00:00Z'))).toEqual([
      later,
      late,
    ]);
  });

  it('are skipped while another transaction holds their lock', async () => {
    const teams = feature.get(TeamsService);
    const id = await teamUntil('2020-01-01T00:00:00Z');
    const [locked, done] = [signal(), signal()];
    const holding = feature.database.transaction(async () => {
      await teams.lock(id);
      locked.give();
      await done.given;
    });
    await locked.given;
    const found = await feature.database.transaction(() => teams.lockEndedPeriod(id, new Date()));
    done.give();
    await holding;
    expect(found).toBeNull();
  });
});
