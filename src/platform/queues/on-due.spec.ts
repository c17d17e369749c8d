import { EventEmitter, once } from 'node:events';
import { type INestApplicationContext, Injectable, Logger, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { type Job, type Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { ENV, parseEnv } from '#config/env.js';
import { EventsWorkerModule } from '#platform/events/events.worker.module.js';
import { MailWorkerModule } from '#platform/mail/mail.worker.module.js';
import { PlatformModule } from '#platform/platform.module.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { until } from '../../../test/support/until.js';

import { DeclaredMethods } from './declared-methods.js';
import { DeclaredWork } from './declared-work.js';
import { DueWork, notifiedWork, PERIODIC_QUEUE } from './due-work.js';
import { DueWorkScheduler } from './due-work.scheduler.js';
import { DueWorkWorkerModule } from './due-work.worker.module.js';
import { OnDue } from './on-due.decorator.js';

const HOUR = 3_600;

/** A run of `hold` emits `started` and ends at `release`. */
const hold = new EventEmitter();
const holdStarted = once(hold, 'started');

const DELIVER = notifiedWork('deliver');
/** Each round of `deliver` counts, waits for the gate, and says whether rounds are left. */
const rounds = new EventEmitter();
const deliveries = { started: 0, left: 0, gate: Promise.resolve() };

@Injectable()
class Chores {
  @OnDue({ name: DELIVER, everySeconds: HOUR, notified: true, mergeMs: 100 })
  async deliver(): Promise<boolean> {
    deliveries.started++;
    rounds.emit('started');
    await deliveries.gate;
    return deliveries.left-- > 0;
  }

  @OnDue({ name: 'count', everySeconds: HOUR })
  count(): number {
    return 42;
  }

  @OnDue({ name: 'fail', everySeconds: () => HOUR })
  fail(): Promise<never> {
    return Promise.reject(new Error('the dog ate it'));
  }

  @OnDue({ name: 'hold', everySeconds: (env) => env.SWEEP_INTERVAL_SECONDS })
  async hold(): Promise<string> {
    const released = once(hold, 'release');
    hold.emit('started');
    await released;
    return 'held';
  }
}

@Injectable()
class ChoresOfAnotherName {
  @OnDue({ name: 'count', everySeconds: HOUR })
  recount(): number {
    return 43;
  }
}

@Injectable()
class UndefinedChores {
  @OnDue({ name: 'undefined', everySeconds: HOUR, notified: true })
  work(): void {}
}

interface Ended {
  jobId: string;
  returnvalue?: unknown;
  failedReason?: string;
}

describe('periodic work', () => {
  let database: TestDatabase;
  let workers: INestApplicationContext[];
  let queue: Queue;
  let events: QueueEvents;
  let errors: jest.SpyInstance;
  let redis: Redis;
  const ended: Ended[] = [];
  const runs = new EventEmitter();

  beforeAll(async () => {
    errors = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    database = await createTestDatabase();
    workers = await Promise.all([startWorker(), startWorker()]);
    queue = first(workers).get(DueWork).queue(PERIODIC_QUEUE);
    events = new QueueEvents(PERIODIC_QUEUE, { ...queue.opts, lastEventId: '0' });
    const note = (event: Ended) => runs.emit('ended', ended.push(event));
    events.on('completed', note).on('failed', note);
    redis = new Redis(database.redisUrl);
  });
  afterAll(async () => {
    hold.emit('release');
    await Promise.all([events.close(), redis.quit()]);
    await Promise.all(workers.map((worker) => worker.close()));
    await database.drop();
    jest.restoreAllMocks();
  });

  async function startWorker(): Promise<INestApplicationContext> {
    const env = parseEnv({
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      REDIS_URL: database.redisUrl,
      REDIS_KEY_PREFIX: database.redisKeyPrefix,
      SWEEP_INTERVAL_SECONDS: '1800',
    });
    const rest = [EventsWorkerModule, MailWorkerModule];
    @Module({ imports: [PlatformModule.forRoot(env), DueWorkWorkerModule, ...rest], providers: [Chores] })
    class WorkerOfTheTest {}
    const worker = await NestFactory.createApplicationContext(WorkerOfTheTest, { logger: false, abortOnError: false });
    return worker;
  }

  const register = () => Promise.all(workers.map((worker) => worker.get(DueWorkScheduler).register()));
  const endedRuns = (name: string) => ended.filter(({ jobId }) => jobId.startsWith(`repeat:${name}:`));

  /** Waits until `count` runs of a task have ended, in any worker. */
  async function untilEnded(name: string, count: number): Promise<Ended[]> {
    while (endedRuns(name).length < count) await once(runs, 'ended');
    return endedRuns(name);
  }

  /** Starts the next run now, like an operator on the board. */
  async function runNow(name: string): Promise<void> {
    const next = (await queue.getDelayed()).find((job: Job) => job.name === name);
    await next?.promote();
  }

  it('runs immediately in one worker, and its next run is scheduled', async () => {
    await untilEnded('count', 1);
    await register();
    const planned = (await queue.getDelayed()).filter(({ name }) => name === 'count');
    expect(endedRuns('count')).toMatchObject([{ returnvalue: 42 }]);
    expect(planned).toHaveLength(1);
  });

  it('runs when an operator starts it', async () => {
    await runNow('count');
    expect(await untilEnded('count', 2)).toMatchObject([{ returnvalue: 42 }, { returnvalue: 42 }]);
  });

  it('repeats at its interval, which may come from the configuration', async () => {
    const schedulers = await Promise.all(['count', 'fail', 'hold'].map((name) => queue.getJobScheduler(name)));
    expect(schedulers.map((scheduler) => scheduler?.every)).toEqual([HOUR * 1_000, HOUR * 1_000, 1_800_000]);
  });

  it('is logged and counted if it fails, and its next run is scheduled', async () => {
    expect(await untilEnded('fail', 1)).toMatchObject([{ failedReason: 'the dog ate it' }]);
    expect(errors).toHaveBeenCalledWith({ error: new Error('the dog ate it') }, 'fail failed');
    const figures = await Promise.all(workers.map((worker) => worker.get(Registry).metrics()));
    expect(figures.join('')).toContain('qualm_periodic_runs_total{name="fail",outcome="failed"} 1');
    expect((await queue.getDelayed()).map(({ name }) => name)).toContain('fail');
  });

  it('does not start while an earlier run is still running', async () => {
    await holdStarted;
    await runNow('hold');
    expect(await untilEnded('hold', 1)).toMatchObject([{ returnvalue: 'skipped: still running' }]);
    hold.emit('release');
    expect((await untilEnded('hold', 2))[1]).toMatchObject({ returnvalue: 'held' });
  });

  it('is scheduled again after Redis has lost all its data', async () => {
    const lost = (await redis.keys(queue.toKey('*'))).filter((key) => key !== queue.toKey('events'));
    await redis.del(...lost);
    ended.length = 0;
    await register();
    await untilEnded('count', 1);
    expect((await queue.getDelayed()).map(({ name }) => name)).toContain('count');
  });

  it('is scheduled again after its next run was lost', async () => {
    const [planned] = (await queue.getDelayed()).filter(({ name }) => name === 'count');
    await redis.zrem(queue.toKey('delayed'), planned?.id ?? '');
    await redis.zadd(queue.toKey('repeat'), Date.now() - 2 * 60_000, 'count');
    await register();
    expect((await queue.getDelayed()).map(({ name }) => name)).toContain('count');
  });

  it('is scheduled again after a wrong clock has put off its next run', async () => {
    await redis.zadd(queue.toKey('repeat'), Date.now() + 3 * HOUR * 1_000, 'count');
    await register();
    const { next = Infinity } = (await queue.getJobScheduler('count')) ?? {};
    expect(next).toBeLessThanOrEqual(Date.now() + HOUR * 1_000);
  });

  it('adopts a changed interval', async () => {
    await queue.upsertJobScheduler('count', { every: 5_000_000 }, { name: 'count' });
    await register();
    expect((await queue.getJobScheduler('count'))?.every).toBe(HOUR * 1_000);
  });

  it('is removed when no method declares it any longer', async () => {
    await queue.upsertJobScheduler('of-an-older-version', { every: HOUR * 1_000 }, { name: 'of-an-older-version' });
    await register();
    expect((await queue.getJobSchedulers()).map(({ key }) => key)).not.toContain('of-an-older-version');
  });

  describe('that is notified', () => {
    const notify = (): void => workers.forEach((worker) => worker.get(DueWork).notify(DELIVER));
    const untilStarted = async (count: number): Promise<void> => {
      while (deliveries.started < count) await once(rounds, 'started');
    };
    const untilIdle = () =>
      until(async () => {
        const counts = await first(workers).get(DueWork).queue(DELIVER).getJobCounts('waiting', 'active');
        return counts.waiting === 0 && counts.active === 0;
      });
    beforeEach(async () => {
      await untilStarted(1);
      await untilIdle();
      deliveries.started = 0;
    });

    it('starts a round at once', async () => {
      notify();
      await untilStarted(1);
      expect(deliveries.started).toBe(1);
    });

    it('does one round for notifications that come together', async () => {
      for (let time = 1; time <= 20; time++) notify();
      await untilStarted(1);
      await untilIdle();
      expect(deliveries.started).toBe(1);
    });

    it('does rounds until no more is due', async () => {
      deliveries.left = 3;
      notify();
      await untilStarted(4);
      await untilIdle();
      expect(deliveries.started).toBe(4);
    });

    it('does another round if it is notified during one', async () => {
      const open = new EventEmitter();
      deliveries.gate = once(open, 'open').then(() => undefined);
      notify();
      await untilStarted(1);
      notify();
      open.emit('open');
      await untilStarted(2);
      expect(deliveries.started).toBe(2);
    });
  });

  it('stops the boot if a notified work is not defined, or if no method declares it', async () => {
    const core = [DeclaredWork, DeclaredMethods, { provide: ENV, useValue: {} }];
    const undefinedWork = await Test.createTestingModule({
      imports: [DiscoveryModule],
      providers: [...core, UndefinedChores],
    }).compile();
    expect(() => undefinedWork.get(DeclaredWork).all()).toThrow('The notified work "undefined" is not defined.');
    const none = await Test.createTestingModule({ imports: [DiscoveryModule], providers: core }).compile();
    expect(() => none.get(DeclaredWork).all()).toThrow('Nothing does the background work');
  });

  it('stops the boot if two methods declare the same name', async () => {
    const providers = [DeclaredWork, DeclaredMethods, Chores, ChoresOfAnotherName, { provide: ENV, useValue: {} }];
    const twice = await Test.createTestingModule({ imports: [DiscoveryModule], providers }).compile();
    expect(() => twice.get(DeclaredWork).all()).toThrow('Two methods declare the background work "count".');
  });
});

function first<T>([item]: T[]): T {
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}
