import { getQueueToken } from '@nestjs/bullmq';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { type Job, type Queue, QueueEvents } from 'bullmq';
import { Registry } from 'prom-client';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { PaidAction, type PaidWork } from '#accounts/runs/paid-action.js';
import { PaidActions } from '#accounts/runs/paid-actions.js';
import { RunExecutor } from '#accounts/runs/run.executor.js';
import { RunOutcomes } from '#accounts/runs/run-outcomes.service.js';
import { processorOf } from '#accounts/runs/run.processor.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { RunRetries } from '#accounts/runs/run.retries.js';
import { RunsReaper } from '#accounts/runs/runs.reaper.js';
import { RunsService } from '#accounts/runs/runs.service.js';
import { ConfigModule } from '#config/config.module.js';
import { parseEnv } from '#config/env.js';
import { RedisModule } from '#platform/cache/redis.module.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { RowWatchModule } from '#platform/database/row-watch.module.js';
import { MetricsModule } from '#platform/metrics/metrics.module.js';
import { definePaidOperation } from '#platform/operations/operation.js';
import { ProcessorsCheck } from '#platform/queues/processors.check.js';
import { LlmFailed } from '#platform/llm/llm.client.js';
import { EventsModule } from '#platform/events/events.module.js';
import { QueuesModule } from '#platform/queues/queues.module.js';
import { withOrigin } from '#platform/caller/origin.js';
import { ToolRunner } from '#surfaces/mcp/tool.runner.js';
import { ToolSchema } from '#surfaces/mcp/tool.schema.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';
import { GenerateBattleCard, workshop } from '../../support/battle-cards/battle-card.action.js';
import { BattleCardApiModule, BattleCardModule } from '../../support/battle-cards/battle-card.module.js';
import { BATTLE_CARD_TOOL } from '../../support/battle-cards/battle-card.tool.js';
import { CREATE_BATTLE_CARDS } from '../../support/battle-cards/create-battle-cards.migration.js';
import { createSpender } from '../../support/spender.js';

const KIND = 'generate_battle_card';
const OPS_PASSWORD = 'correct-horse-battery';
const { draft } = workshop;

describe('a paid action', () => {
  let app: TestApp;
  let second: TestApp;
  let withoutQueue: TestApp;
  let productId: string;

  beforeAll(async () => {
    const modules = [BattleCardApiModule];
    app = await startTestApp({
      modules,
      workerModules: [BattleCardModule],
      worker: true,
      env: { SWEEP_INTERVAL_SECONDS: '3600', OPS_PASSWORD },
    });
    await app.database.execute(CREATE_BATTLE_CARDS);
    productId = await createReviewedProduct(app.database, { reviews: [] });
    second = await startTestApp({ modules, beside: app });
    withoutQueue = await startTestApp({ modules, beside: app });
    await withoutQueue.get<Queue>(getQueueToken('battle-cards') as unknown as symbol).close();
  });
  afterAll(async () => {
    await withoutQueue.close();
    await second.close();
    await app.close();
  });
  beforeEach(() => {
    Object.assign(workshop, { executed: 0, draft });
  });
  afterEach(async () => {
    expect(await app.get(CreditsService).verify()).toEqual([]);
  });

  const buyer = (credits = 10) => createKey(app, { credits, spendCap: 100 });
  const buy = (key: string, options: { to?: TestApp; headers?: Record<string, string>; rival?: string } = {}) =>
    call(options.to ?? app, 'POST', `/products/${productId}/generate-battle-card`, {
      key,
      body: { rival: options.rival ?? 'Tabula' },
      headers: options.headers,
    });
  const balance = (teamId: string) => app.get(CreditsService).balanceOf(teamId);
  const runOf = (teamId: string) =>
    app.database.one<{ id: string; state: string; attempts: number; requeues: number; failure: string | null }>(
      'SELECT * FROM runs WHERE team_id = $1 ORDER BY id DESC LIMIT 1',
      [teamId],
    );
  const openCalls: (() => void)[] = [];
  /** Makes executions wait for `openCalls`. @returns a promise that resolves when one has started */
  const blockWork = (): Promise<void> =>
    new Promise((started) => {
      workshop.draft = (input) => {
        started();
        return new Promise((resolve) => openCalls.push(() => resolve(`How to beat ${input.rival}`)));
      };
    });

  describe('with a worker', () => {
    it('is charged at its price and returns its result', async () => {
      const { key, teamId } = await buyer();
      const { status, body } = await buy(key);
      expect([status, body.data]).toEqual([200, { card: 'How to beat Tabula' }]);
      expect([await balance(teamId), (await runOf(teamId)).state]).toEqual([8, 'completed']);
    });

    it('can be called as a tool', async () => {
      const caller = await createSpender(app);
      const ready = { ...BATTLE_CARD_TOOL, schema: new ToolSchema(BATTLE_CARD_TOOL) };
      const { structuredContent } = await withOrigin(
        { requestId: 'request-1', ip: null, userAgent: null, actor: null },
        () =>
          app
            .get(ToolRunner)
            .run(ready, { product_id: productId, rival: 'Tabula' }, { caller, requestId: 'request-1' }),
      );
      expect(structuredContent).toEqual({
        meta: { credits: { charged: 2, remaining: 8, cap_remaining: 998 } },
        data: { card: 'How to beat Tabula' },
      });
      expect(await balance(caller.team.id)).toBe(8);
    });

    it('is executed and charged once for concurrent requests to two processes', async () => {
      const { key, teamId } = await buyer();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => buy(key, { to: index % 2 ? app : second })),
      );
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect([workshop.executed, await balance(teamId)]).toEqual([1, 8]);
    });

    it('costs nothing when the buyer already has the result', async () => {
      const { key, teamId } = await buyer();
      await buy(key);
      expect((await buy(key)).status).toBe(200);
      expect([workshop.executed, await balance(teamId)]).toEqual([1, 8]);
    });

    it('is refunded when the action returns a refund reason', async () => {
      workshop.draft = () => Promise.resolve('');
      const { key, teamId } = await buyer();
      const { body } = await buy(key);
      expect([body.data, await balance(teamId)]).toEqual([{ card: '' }, 10]);
    });

    it('is charged once per Idempotency-Key, even when the response was lost', async () => {
      const { key, teamId } = await buyer();
      const headers = { 'idempotency-key': 'lost' };
      await buy(key, { headers });
      await app.database.execute('DELETE FROM idempotency_keys');
      await app.database.execute('UPDATE battle_cards SET rival = $1 WHERE team_id = $2', ['forgotten', teamId]);
      expect((await buy(key, { headers })).body.data).toEqual({ card: 'How to beat Tabula' });
      expect([workshop.executed, await balance(teamId)]).toEqual([1, 8]);
    });

    it('is not given for the Idempotency-Key of another purchase whose answer was lost', async () => {
      const { key, teamId } = await buyer();
      const headers = { 'idempotency-key': 'lost' };
      await buy(key, { headers });
      await app.database.execute('DELETE FROM idempotency_keys');
      const { status, body } = await buy(key, { headers, rival: 'Rasa' });
      expect([status, body.error?.details]).toEqual([400, { reason: 'idempotency_key_reused' }]);
      expect([workshop.executed, await balance(teamId)]).toEqual([1, 8]);
    });

    it('answers 402 with its price', async () => {
      const { key } = await buyer(1);
      const { status, body } = await buy(key);
      expect([status, body.error?.details]).toEqual([
        402,
        { reason: 'insufficient_credits', credits_balance: 1, credits_required: 2 },
      ]);
    });

    it('answers 500 and costs nothing when the queue is down', async () => {
      const { key, teamId } = await buyer();
      const { status, body } = await buy(key, { to: withoutQueue });
      expect([status, body.error?.message]).toEqual([500, expect.stringContaining('no credit was charged')]);
      expect([await balance(teamId), (await runOf(teamId)).state]).toEqual([10, 'failed']);
    });

    it('is refunded although another run cannot be failed', async () => {
      const other = blockWork();
      const stuck = await buyer();
      const unanswered = buy(stuck.key);
      await other;
      await app.database.execute(`UPDATE runs SET kind = 'of_another_release' WHERE id = $1`, [
        (await runOf(stuck.teamId)).id,
      ]);
      const started = blockWork();
      const { key, teamId } = await buyer();
      const answer = buy(key);
      await started;
      await app.database.execute(`UPDATE runs SET deadline_at = now() WHERE state = 'running'`);
      await expect(app.inWorker(RunsReaper).reap()).rejects.toThrow('failed');
      expect([(await answer).status, await balance(teamId)]).toEqual([500, 10]);
      await app.database.execute('UPDATE runs SET kind = $1 WHERE team_id = $2', [KIND, stuck.teamId]);
      await app.inWorker(RunsReaper).reap();
      openCalls.splice(0).forEach((end) => end());
      await unanswered;
    });

    it('is refunded as soon as the reaper finds its worker dead', async () => {
      const started = blockWork();
      const { key, teamId } = await buyer();
      const answer = buy(key);
      await started;
      await app.database.execute(
        `UPDATE runs SET attempts = 2, lease_until = now() - interval '1 s' WHERE state = 'running'`,
      );
      await app.inWorker(RunsReaper).reap();
      expect([(await answer).status, await balance(teamId)]).toEqual([500, 10]);
      openCalls.splice(0).forEach((end) => end());
      expect((await runOf(teamId)).state).toBe('failed');
    });
  });

  describe('that failed and is retried on the board', () => {
    const events: QueueEvents[] = [];
    afterAll(() => Promise.all(events.map((each) => each.close())));

    const queue = () => app.get<Queue>(getQueueToken('battle-cards') as unknown as symbol);
    const jobOf = async (runId: string): Promise<Job> => {
      const job = await queue().getJob(`${KIND}-${runId}`);
      if (!job) throw new Error('no job');
      return job;
    };
    /** Waits for the end of the job. @returns its result, or the reason of its failure */
    const resultOf = async (runId: string): Promise<unknown> => {
      let [listener] = events;
      if (!listener) events.push((listener = new QueueEvents('battle-cards', queue().opts)));
      await listener.waitUntilReady();
      const job = await jobOf(runId);
      return job.waitUntilFinished(listener).catch((error: Error) => error.message);
    };
    const retryOnBoard = async (runId: string): Promise<number> => {
      const path = `/ops/queues/api/queues/battle-cards/${KIND}-${runId}/retry`;
      const authorization = `Basic ${Buffer.from(`ops:${OPS_PASSWORD}`).toString('base64')}`;
      return (await fetch(`${app.origin}${path}`, { method: 'PUT', headers: { authorization } })).status;
    };
    /** A run that failed at its last attempt, and was refunded. */
    const failedRun = async () => {
      workshop.draft = () => Promise.reject(new Error('out of ideas'));
      const { key, teamId } = await buyer();
      expect((await buy(key)).status).toBe(500);
      const { id } = await runOf(teamId);
      expect(await resultOf(id)).toBe('The run failed: out of ideas');
      workshop.draft = draft;
      return { id, teamId, key };
    };
    const freeRunIn = (result: unknown) => /^started the free run (.+)$/.exec(String(result))?.[1] ?? '';

    it('runs again for free, and the team gets the result', async () => {
      const { id, teamId, key } = await failedRun();
      expect(await retryOnBoard(id)).toBe(204);
      const free = freeRunIn(await resultOf(id));
      expect(await resultOf(free)).toBe('completed');
      expect((await buy(key)).body.data).toEqual({ card: 'How to beat Tabula' });
      expect(await balance(teamId)).toBe(10);
    });

    it('is not run again by a worker that takes the job of one that died before it had shown the failure', async () => {
      const { id } = await failedRun();
      const job = await jobOf(id);
      // As it was before it was moved to the failed ones.
      job.attemptsMade -= 1;
      await expect(app.inWorker(RunRetries).retry(job)).rejects.toThrow('The run failed: out of ideas');
    });

    it('names its team, its item and its request in its job', async () => {
      const { id, teamId } = await failedRun();
      const { data } = await jobOf(id);
      expect(data).toMatchObject({ id, team_id: teamId, item: expect.any(String), request_id: expect.any(String) });
    });

    it('is not run again when the team has bought the result meanwhile', async () => {
      const { id, teamId, key } = await failedRun();
      await buy(key);
      await retryOnBoard(id);
      expect([await resultOf(id), await balance(teamId)]).toEqual(['not needed: the result exists', 8]);
    });

    it('shows a job as failed, and does not run it, if its run failed before a worker took the job', async () => {
      await app.inWorker(processorOf(GenerateBattleCard)).worker.pause();
      const caller = await createSpender(app);
      const input = { teamId: caller.team.id, productId, rival: 'Tabula' };
      await app.get(RunsService).start(GenerateBattleCard, input, { caller, requestId: 'request-1' });
      const { id } = await runOf(caller.team.id);
      await app.database.execute(`UPDATE runs SET deadline_at = now() - interval '1 s' WHERE id = $1`, [id]);
      await app.inWorker(RunsReaper).reap();
      await app.inWorker(processorOf(GenerateBattleCard)).worker.resume();
      expect(await resultOf(id)).toBe('The run failed: The deadline passed');
      expect(workshop.executed).toBe(0);
    });
  });

  describe('executed by the test', () => {
    beforeAll(() => app.inWorker(processorOf(GenerateBattleCard)).worker.pause());

    /** A run of a new team, waiting for a worker. */
    const queuedRun = async () => {
      const caller = await createSpender(app);
      const input = { teamId: caller.team.id, productId, rival: 'Tabula' };
      await app.get(RunsService).start(GenerateBattleCard, input, { caller, requestId: 'request-1' });
      return { teamId: caller.team.id, id: (await runOf(caller.team.id)).id };
    };
    const execute = (id: string) => app.inWorker(RunExecutor).execute(KIND, id);

    it('is executed by one of many workers', async () => {
      const { id } = await queuedRun();
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => execute(id)));
      expect(outcomes.sort()).toEqual(['completed', 'idle', 'idle', 'idle', 'idle']);
    });

    it('is executed again after an attempt that threw', async () => {
      const { id, teamId } = await queuedRun();
      workshop.draft = () => Promise.reject(new Error('out of ideas'));
      await expect(execute(id)).rejects.toThrow('out of ideas');
      workshop.draft = draft;
      expect([await execute(id), await balance(teamId)]).toEqual(['completed', 8]);
    });

    it('fails and is refunded when the last attempt threw', async () => {
      const { id, teamId } = await queuedRun();
      workshop.draft = () => Promise.reject(new Error('out of ideas'));
      await execute(id).catch(() => undefined);
      expect([await execute(id), await balance(teamId)]).toEqual(['failed', 10]);
      expect(await runOf(teamId)).toMatchObject({ state: 'failed', failure: 'out of ideas' });
    });

    it('fails with the reason of the language model that caused the error', async () => {
      const { id, teamId } = await queuedRun();
      const cause = new LlmFailed('unavailable', 'The language model responded with status 503');
      workshop.draft = () => Promise.reject(new Error('not read', { cause }));
      await execute(id).catch(() => undefined);
      await execute(id);
      expect(await runOf(teamId)).toMatchObject({ failure: 'not read', failure_reason: 'model_unavailable' });
    });

    it('fails without another attempt when its deadline is near', async () => {
      const { id, teamId } = await queuedRun();
      await app.database.execute(`UPDATE runs SET deadline_at = now() + interval '2 s' WHERE id = $1`, [id]);
      workshop.draft = () => Promise.reject(new Error('out of ideas'));
      expect([await execute(id), (await runOf(teamId)).failure]).toEqual(['failed', 'out of ideas']);
    });

    it('is enqueued again, with the id of its request, when no worker claimed it and its job is gone', async () => {
      const { id, teamId } = await queuedRun();
      const queue = app.get<Queue>(getQueueToken('battle-cards') as unknown as symbol);
      await queue.remove(`${KIND}-${id}`);
      await app.database.execute(`UPDATE runs SET enqueued_at = now() - interval '1 h' WHERE id = $1`, [id]);
      await Promise.all(Array.from({ length: 4 }, () => app.inWorker(RunsReaper).reap()));
      expect((await runOf(teamId)).requeues).toBe(1);
      const jobs = (await queue.getJobs()).filter(({ data }: { data: { id: string } }) => data.id === id);
      expect(jobs.map(({ data }) => data)).toEqual([expect.objectContaining({ request_id: 'request-1' })]);
    });

    it('is not enqueued again while its job waits for a worker', async () => {
      const { id, teamId } = await queuedRun();
      const queue = app.get<Queue>(getQueueToken('battle-cards') as unknown as symbol);
      const before = await queue.count();
      for (let pass = 1; pass <= 3; pass++) {
        await app.database.execute(`UPDATE runs SET enqueued_at = now() - interval '1 h' WHERE id = $1`, [id]);
        await app.inWorker(RunsReaper).reap();
      }
      expect([await queue.count(), (await runOf(teamId)).requeues]).toEqual([before, 0]);
    });

    it('is refunded after its deadline, and the late result is discarded', async () => {
      const { id, teamId } = await queuedRun();
      const lease = await app.inWorker(RunOutcomes).leases.claim([id]);
      await app.database.execute(`UPDATE runs SET deadline_at = now() - interval '1 s' WHERE id = $1`, [id]);
      await app.inWorker(RunsReaper).reap();
      if (!lease) throw new Error('not claimed');
      expect(await app.inWorker(RunOutcomes).complete(lease, 'late')).toBe(false);
      expect([await balance(teamId), (await runOf(teamId)).state]).toEqual([10, 'failed']);
    });

    it('is free without a buyer, and has no deadline', async () => {
      const input = { teamId: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10', productId, rival: 'Tabula' };
      const started = await app.get(RunsService).start(GenerateBattleCard, input, null);
      expect(started.state).toBe('started');
      const rows = await app.database.query(`SELECT purchase_id, deadline_at FROM runs WHERE team_id IS NULL`);
      expect(rows).toEqual([{ purchase_id: null, deadline_at: null }]);
    });

    it('is counted by outcome', async () => {
      const { id } = await queuedRun();
      await execute(id);
      const text = await app.inWorker(Registry).getSingleMetricAsString('qualm_runs_total');
      expect(text).toMatch(/kind="generate_battle_card",outcome="completed"\} [1-9]/);
    });

    it('is released when its worker stops, so that another worker can execute it', async () => {
      const { id, teamId } = await queuedRun();
      const started = blockWork();
      const attempt = execute(id);
      await started;
      await app.inWorker(RunExecutor).beforeApplicationShutdown();
      expect(await attempt).toBe('released');
      expect(await runOf(teamId)).toMatchObject({ state: 'queued', requeues: 1 });
      const later = await queuedRun();
      expect(await execute(later.id)).toBe('released');
      expect(await runOf(later.teamId)).toMatchObject({ state: 'queued', attempts: 0, requeues: 1 });
    });
  });

  it('has a worker when the API sells it', () => {
    const kindsOf = (actions: PaidActions) =>
      actions
        .all()
        .map(({ options }) => options.kind)
        .sort();
    expect(kindsOf(app.inWorker(PaidActions))).toEqual(kindsOf(app.get(PaidActions)));
  });

  describe('stops the boot', () => {
    const actionOf = (price: number): Type<object> => {
      @PaidAction({
        operation: definePaidOperation({
          id: 'unsold',
          tag: 'Test',
          summary: 'Sells nothing',
          scope: 'spend:pitch',
          price,
          input: {},
          output: { type: Object },
        }),
        subject: 'product',
        title: 'Unsold',
        freeWhen: 'never',
        describe: () => 'nothing',
        link: () => ({ text: 'Nothing', subjectId: '' }),
        queue: 'unsold',
        retries: 0,
        concurrency: () => 1,
        deadlineSeconds: () => 60,
        messages: { unavailable: '', failed: '', stillRunning: '', refundReason: '' },
      })
      class Unsold {}
      return Unsold;
    };
    const boot = async (providers: Type<object>[], core: Type<object> | DynamicModule) => {
      const { url, redisUrl, redisKeyPrefix } = app.testDatabase;
      const env = parseEnv({
        NODE_ENV: 'test',
        DATABASE_URL: url,
        REDIS_URL: redisUrl,
        REDIS_KEY_PREFIX: redisKeyPrefix,
        LOG_LEVEL: 'silent',
      });
      const platform = [
        ConfigModule.forRoot(env),
        MetricsModule,
        DatabaseModule,
        RedisModule,
        RowWatchModule,
        QueuesModule,
        EventsModule,
      ];
      @Module({ imports: [DiscoveryModule, ...platform, core], providers })
      class RootModule {}
      const module = await Test.createTestingModule({ imports: [RootModule] })

        .compile();
      await module.init().finally(() => module.close());
    };

    it('without a price', async () => {
      await expect(boot([actionOf(0)], RunsModule)).rejects.toThrow('unsold has no price');
    });

    it('with two handlers', async () => {
      await expect(boot([actionOf(1), actionOf(1)], RunsModule)).rejects.toThrow('Two providers handle runs');
    });

    it('in a worker that does not execute it', async () => {
      const action = actionOf(1) as Type<PaidWork<object, unknown>>;
      const booted = boot([action, ProcessorsCheck], RunsModule.forAction(action));
      await expect(booted).rejects.toThrow('The queue "unsold" needs one processor');
    });
  });
});
