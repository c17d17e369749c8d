import { EventEmitter, once } from 'node:events';
import { type INestApplicationContext, Injectable, Logger } from '@nestjs/common';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { Database } from '#platform/database/database.js';
import { logFields, withLogFields } from '#platform/logging/log.fields.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { whenLockIsAwaited } from '../../../test/support/lock-wait.js';
import { RelayInWorker, RelayOnDemand, startRelay } from '../../../test/support/relay-context.js';
import { defineEvent, type ReceivedEvent } from './event.definition.js';
import { HandlesEvent } from './event-handler.decorator.js';
import { EventLog } from './event-log.js';
import { EventRelay } from './event-relay.js';
import { EventsQueries } from './events.queries.js';
import { FailedDeliveries } from './failed-deliveries.service.js';

type Placed = { number: number };
const PLACED = defineEvent({
  name: 'order.placed',
  version: 1,
  payload: z.object({ number: z.int() }),
  belongsToTeam: false,
});
const RENAMED = defineEvent({
  name: 'team.renamed',
  version: 1,
  payload: z.object({ to: z.string() }),
  belongsToTeam: true,
});
const TEAM = '0198c7a0-0000-7000-8000-000000000001';
const TO_MAIL = { name: 'order.placed', subscriber: 'mail', waitMs: 0 };

/** The deliveries that the subscribers received, and the subscribers that throw. */
const received: string[] = [];
const failing = new Set<string>();
/** The requests that the log lines of the subscribers would name. */
const requests: unknown[] = [];
const receipts = new EventEmitter();

@Injectable()
class Subscribers {
  constructor(private readonly database: Database) {}

  @HandlesEvent(PLACED, 'warehouse')
  ship({ payload }: ReceivedEvent<Placed>): Promise<void> {
    return this.receive('warehouse', payload.number);
  }

  @HandlesEvent(PLACED, 'mail')
  write({ payload }: ReceivedEvent<Placed>): Promise<void> {
    return this.receive('mail', payload.number);
  }

  @HandlesEvent(RENAMED, 'sign')
  paint({ payload, teamId }: ReceivedEvent<{ to: string }>): Promise<void> {
    return this.receive(`sign of ${teamId}`, payload.to);
  }

  private async receive(subscriber: string, what: string | number): Promise<void> {
    await this.database.execute('INSERT INTO received VALUES ($1)', [`${subscriber} ${what}`]);
    requests.push(logFields()?.request_id);
    if (failing.has(subscriber)) throw new Error(`the ${subscriber} is shut`);
    received.push(`${subscriber} ${what}`);
    receipts.emit('received');
  }
}

describe('an event', () => {
  let database: TestDatabase;
  let contexts: INestApplicationContext[];
  let app: INestApplicationContext;
  let sql: Database;

  beforeAll(async () => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    database = await createTestDatabase();
    app = await startRelay(database, RelayOnDemand, Subscribers);
    contexts = [app, await startRelay(database, RelayOnDemand, Subscribers)];
    sql = app.get(Database);
    await sql.execute('CREATE TABLE received (what text)');
  });
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    await database.drop();
    jest.restoreAllMocks();
  });
  beforeEach(async () => {
    received.length = 0;
    requests.length = 0;
    failing.clear();
    await sql.execute('DELETE FROM received');
    await sql.execute('DELETE FROM events');
  });

  const place = (number: number) => app.get(EventLog).append(PLACED, { number });
  const relay = () => app.get(EventRelay).relay();
  const makeDue = () => sql.execute('UPDATE event_deliveries SET next_attempt_at = now()');
  const deliveries = () =>
    sql.query(
      `SELECT subscriber, attempts, failure, failed_at IS NOT NULL AS parked, round(extract(epoch FROM next_attempt_at - now()))::integer AS due_in
       FROM event_deliveries ORDER BY event_id, subscriber`,
    );

  it('names the request that appended the event in the log lines of every subscriber', async () => {
    await withLogFields({ request_id: 'r-1' }, () => place(1));
    await place(2);
    await withLogFields({ request_id: 'r-9', job_id: 'relay' }, relay);
    expect(requests).toHaveLength(4);
    expect(requests.sort()).toEqual(['r-1', 'r-1', undefined, undefined]);
  });

  it('names the request in the log line of a failed delivery, next to the job of the relay', async () => {
    const fields: unknown[] = [];
    jest.mocked(Logger.prototype.error).mockImplementationOnce(() => void fields.push(logFields()));
    failing.add('mail');
    await withLogFields({ request_id: 'r-1' }, () => place(1));
    await withLogFields({ job_id: 'relay' }, relay);
    expect(fields).toEqual([{ request_id: 'r-1', job_id: 'relay' }]);
  });

  it('reaches every subscriber once', async () => {
    await place(1);
    await relay();
    await relay();
    expect(received.sort()).toEqual(['mail 1', 'warehouse 1']);
  });

  it('reaches a subscriber in the order in which events were appended', async () => {
    for (const number of [1, 2, 3]) await place(number);
    await relay();
    expect(received.filter((what) => what.startsWith('mail'))).toEqual(['mail 1', 'mail 2', 'mail 3']);
  });

  it('is never delivered if its transaction is rolled back', async () => {
    const change = sql.transaction(async () => {
      await place(1);
      throw new Error('undo');
    });
    await expect(change).rejects.toThrow('undo');
    await relay();
    expect(received).toEqual([]);
  });

  it('is refused if its payload does not match the schema', async () => {
    await expect(place(1.5)).rejects.toThrow(z.ZodError);
  });

  it('belongs to a team if and only if its definition requires it', async () => {
    const log = app.get(EventLog);
    await expect(log.append(RENAMED, { to: 'Acme' })).rejects.toThrow('The event "team.renamed" needs a team.');
    await expect(log.append(PLACED, { number: 1 }, TEAM)).rejects.toThrow('The event "order.placed" has no team.');
    await log.append(RENAMED, { to: 'Acme' }, TEAM);
    await relay();
    expect(received).toEqual([`sign of ${TEAM} Acme`]);
  });

  describe('whose subscriber throws', () => {
    beforeEach(() => failing.add('mail'));

    it('does not delay other subscribers', async () => {
      for (const number of [1, 2]) await place(number);
      await relay();
      expect(received).toEqual(['warehouse 1', 'warehouse 2']);
    });

    it('rolls back the writes of the subscriber', async () => {
      await place(1);
      await relay();
      expect(await sql.query('SELECT what FROM received')).toEqual([{ what: 'warehouse 1' }]);
    });

    it('is delivered again after a pause, and not before', async () => {
      await place(1);
      await relay();
      failing.clear();
      await relay();
      expect(received).toEqual(['warehouse 1']);
      await makeDue();
      await relay();
      expect([received, await deliveries()]).toEqual([['warehouse 1', 'mail 1'], []]);
    });

    it('waits twice as long after each attempt', async () => {
      await place(1);
      await relay();
      const pauses = [];
      for (let attempt = 1; attempt <= 3; attempt++) {
        pauses.push(...(await deliveries()));
        await makeDue();
        await relay();
      }
      expect(pauses).toMatchObject([
        { attempts: 1, due_in: 10, failure: 'the mail is shut', parked: false },
        { attempts: 2, due_in: 20 },
        { attempts: 3, due_in: 40 },
      ]);
    });

    describe('ten times', () => {
      beforeEach(async () => {
        await place(1);
        await relay();
        await sql.execute('UPDATE event_deliveries SET attempts = 9, next_attempt_at = now()');
        await relay();
      });

      it('is parked, listed and counted', async () => {
        expect(await app.get(FailedDeliveries).list()).toMatchObject([
          { event: 'order.placed', subscriber: 'mail', attempts: 10, failure: 'the mail is shut' },
        ]);
        expect(await app.get(FailedDeliveries).count()).toEqual([{ subscriber: 'mail', failed: 1 }]);
        expect(await app.get(Registry).metrics()).toMatch(/attempts_total\{subscriber="mail",outcome="parked"\} \d/);
      });

      it('is not delivered again', async () => {
        failing.clear();
        await makeDue();
        await relay();
        expect(received).toEqual(['warehouse 1']);
      });

      it('is delivered when an operator retries it', async () => {
        failing.clear();
        const [parked] = await app.get(FailedDeliveries).list();
        expect(await app.get(FailedDeliveries).retry(parked?.event_id ?? '')).toBe(1);
        await relay();
        expect(received).toEqual(['warehouse 1', 'mail 1']);
      });

      it('is not deleted after a week', async () => {
        await sql.execute(`UPDATE events SET relayed_at = now() - interval '30 days'`);
        expect(await app.get(EventRelay).purge()).toEqual({ parked: 0, purged: 0 });
      });
    });
  });

  it("fails if its stored payload does not match the handler's schema", async () => {
    await sql.execute(
      `INSERT INTO events (id, name, payload) VALUES (gen_random_uuid(), 'order.placed', '{"number": "one"}')`,
    );
    await relay();
    expect(await deliveries()).toMatchObject([{ attempts: 1, failure: expect.stringContaining('number') }, {}]);
    expect(received).toEqual([]);
  });

  it('is delivered once by two concurrent relays', async () => {
    for (let number = 1; number <= 20; number++) await place(number);
    await Promise.all(contexts.map((context) => context.get(EventRelay).relay()));
    expect([received.length, new Set(received).size]).toEqual([40, 40]);
  });

  it('is delivered although another relay looks for work and holds its row for a moment', async () => {
    await place(1);
    const queries = app.get(EventsQueries);
    await queries.insertDeliveries([TO_MAIL], 1);
    const attempt = await queries.startAttempt('mail', 10, 10);
    const { locking } = await sql.transaction(async () => {
      await sql.execute('SELECT FROM event_deliveries FOR UPDATE');
      const locking = sql.outside(() => queries.lock(attempt!));
      await Promise.race([locking, whenLockIsAwaited(sql)]);
      return { locking };
    });
    expect(await locking).toMatchObject([{ payload: { number: 1 } }]);
  });

  it('is delivered again after a worker died', async () => {
    await place(1);
    const queries = app.get(EventsQueries);
    await queries.insertDeliveries([TO_MAIL], 1);
    const ofTheDead = await queries.startAttempt('mail', 10, 0);
    await relay();
    expect([ofTheDead?.attempts, received]).toEqual([1, ['mail 1']]);
  });

  it('is parked if its worker died during the last attempt', async () => {
    await place(1);
    await app.get(EventsQueries).insertDeliveries([TO_MAIL], 1);
    await sql.execute(`UPDATE event_deliveries SET attempts = 10, lease_until = now() - interval '1 s'`);
    expect(await app.get(EventRelay).purge()).toEqual({ parked: 1, purged: 0 });
  });

  it('is deleted a week after it was handled', async () => {
    for (const number of [1, 2]) await place(number);
    await relay();
    await sql.execute(
      `UPDATE events SET relayed_at = now() - interval '8 days' WHERE payload = '{"number": 1}'::jsonb`,
    );
    expect(await app.get(EventRelay).purge()).toEqual({ parked: 0, purged: 1 });
    expect(await sql.query('SELECT payload FROM events')).toEqual([{ payload: { number: 2 } }]);
  });

  it('is delivered as soon as it is committed', async () => {
    contexts.push(await startRelay(database, RelayInWorker, Subscribers));
    const receipt = once(receipts, 'received');
    await place(7);
    await receipt;
    expect(received[0]).toMatch(/ 7$/);
  });
});
