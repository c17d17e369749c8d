import { EventEmitter, once } from 'node:events';
import { type INestApplicationContext, Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '#platform/database/database.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { RelayInWorker, RelayOnDemand, startRelay } from '../../../test/support/relay-context.js';
import { defineEvent, type ReceivedEvent } from './event.definition.js';
import { HandlesEventsTogether } from './event-handler.decorator.js';
import { EventLog } from './event-log.js';
import { EventRelay } from './event-relay.js';

type Moved = { number: number };

const MOVED = defineEvent({
  name: 'stock.moved',
  version: 1,
  payload: z.object({ number: z.int() }),
  belongsToTeam: false,
});
const TEAM = '0198c7a0-0000-7000-8000-000000000001';
const MOST = 3;

/** The numbers of each call that did not fail. */
const received: number[][] = [];
const receipts = new EventEmitter();
let isFailing = false;

@Injectable()
class Stock {
  @HandlesEventsTogether(MOVED, 'stock', MOST)
  async count(events: readonly ReceivedEvent<Moved>[]): Promise<void> {
    if (isFailing) throw new Error('the stock is closed');
    received.push(events.map(({ payload }) => payload.number));
    receipts.emit('received');
    await Promise.resolve();
  }
}

describe('an event that is handled together with others', () => {
  let database: TestDatabase;
  let app: INestApplicationContext;
  let sql: Database;

  beforeAll(async () => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    database = await createTestDatabase();
    app = await startRelay(database, RelayOnDemand, Stock);
    sql = app.get(Database);
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
    jest.restoreAllMocks();
  });
  beforeEach(async () => {
    received.length = 0;
    isFailing = false;
    await sql.execute('DELETE FROM events');
  });

  const move = (number: number) => app.get(EventLog).append(MOVED, { number });
  const relay = () => app.get(EventRelay).relay();
  const makeDue = () => sql.execute('UPDATE event_deliveries SET next_attempt_at = now()');
  const attempts = async () =>
    (await sql.query('SELECT attempts FROM event_deliveries ORDER BY event_id')).map((row) => row.attempts);

  it('waits for further ones', async () => {
    await move(1);
    await relay();
    expect([received, await attempts()]).toEqual([[], [0]]);
  });

  it('is delivered with later ones up to the maximum, the oldest first', async () => {
    await move(1);
    await relay();
    await makeDue();
    for (const number of [2, 3, 4]) await move(number);
    await relay();
    expect([received, await attempts()]).toEqual([[[1, 2, 3]], [0]]);
  });

  it('is not delivered with events of a team', async () => {
    for (const number of [1, 2]) await move(number);
    await sql.execute(`UPDATE events SET team_id = $1 WHERE payload = '{"number": 2}'::jsonb`, [TEAM]);
    await relay();
    await makeDue();
    await relay();
    expect(received).toEqual([[1], [2]]);
  });

  it('is delivered alone after a failure', async () => {
    isFailing = true;
    for (const number of [1, 2]) await move(number);
    await relay();
    await makeDue();
    await relay();
    isFailing = false;
    await makeDue();
    await relay();
    expect(received).toEqual([[1], [2]]);
  });

  it('is delivered at the end of the wait by a worker', async () => {
    const worker = await startRelay(database, RelayInWorker, Stock);
    const receipt = once(receipts, 'received');
    await move(7);
    await receipt;
    await worker.close();
    expect(received).toEqual([[7]]);
  });
});
