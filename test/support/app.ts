import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import passport from 'passport';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import type { NewApiKey } from '#access/api-keys/key.rules.js';
import { BearerStrategy } from '#access/lanes/bearer.strategy.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ApiModule } from '#api.module.js';
import { type Env, parseEnv, type PlanTier } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { configureHttp } from '#platform/http/http-application.js';
import { LeanExpressAdapter } from '#platform/http/lean-express.adapter.js';
import { JsonLogger } from '#platform/logging/json.logger.js';
import { WorkerModule } from '#worker.module.js';
import { Contract, type OpenApiDocument } from './contract.js';
import { createTestDatabase, type TestDatabase } from './database.js';

/** Rate limits that no test reaches by accident, a cheap password hash, no notice, a short grace. A test of these sets its own values. */
const GENEROUS = {
  PASSWORD_MEMORY_KB: '1024',
  SIGN_IN_BURST_PER_ADDRESS: '10000',
  SHUTDOWN_NOTICE_SECONDS: '0',
  SHUTDOWN_GRACE_SECONDS: '2',
  SHED_AFTER_MS: '0',
  RATE_LIMIT_ANONYMOUS: '100000',
  RATE_LIMIT_BROWSER: '100000',
  RATE_LIMIT_SPENDING: '100000',
  PLAN_FREE: '0,3,100000',
  PLAN_STARTER: '100,10,100000',
  PLAN_GROWTH: '500,50,100000',
};

export interface TestAppOptions {
  /** Environment variables of this application. They override the generous defaults. */
  env?: Record<string, string>;
  /** The destination of the log lines. By default they are dropped. */
  logTo?: { write(line: string): void };
  /** Also runs the worker in this process. */
  worker?: boolean;
  /** Additional API modules of the test, such as one with a test route. */
  modules?: Type<object>[];
  /** Additional worker modules of the test. */
  workerModules?: Type<object>[];
  /** Shares the database and queues of another application, like a second API process. */
  beside?: TestApp;
}

/** An application with its own database and queue prefix. */
export interface TestApp {
  /** For example `http://127.0.0.1:40123`. */
  origin: string;
  /** The base URL of the API: `origin` + `/api/v1`. */
  baseUrl: string;
  testDatabase: TestDatabase;
  database: Database;
  /** A provider of the API process. */
  get<T>(token: Type<T> | symbol): T;
  /** A provider of the worker process. */
  inWorker<T>(token: Type<T> | symbol): T;
  close(): Promise<void>;
}

/** Starts the real application on a random port. Close it in `afterAll`. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const testDatabase = options.beside?.testDatabase ?? (await createTestDatabase());
  const env = parseEnv({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DATABASE_URL: testDatabase.url,
    DATABASE_POOL_SIZE: '8',
    REDIS_URL: testDatabase.redisUrl,
    REDIS_KEY_PREFIX: testDatabase.redisKeyPrefix,
    ...GENEROUS,
    ...options.env,
  });
  const root = await Test.createTestingModule({ imports: [rootOf(options, env)] }).compile();
  const app = root.createNestApplication<NestExpressApplication>(new LeanExpressAdapter(), {
    bodyParser: false,
    logger: loggerOf(options, 'api'),
    abortOnError: false,
  });
  configureHttp(app, env);
  await app.listen(env.PORT, env.HOST);
  const worker = options.worker ? await startWorker(options, env).catch(endWith(app)) : undefined;
  const { port } = app.getHttpServer().address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    baseUrl: `${origin}/api/v1`,
    testDatabase,
    database: app.get(Database),
    get: <T>(token: Type<T> | symbol) => app.get<T>(token, { strict: false }),
    inWorker: <T>(token: Type<T> | symbol) => {
      if (!worker) throw new Error('Start the application with {worker: true}.');
      return worker.get<T>(token, { strict: false });
    },
    close: async () => {
      await worker?.close();
      await app.close();
      // Passport stores strategies by name for the whole process. The remaining application needs its own strategy
      // back.
      if (options.beside) passport.use('bearer', options.beside.get(BearerStrategy));
      else await testDatabase.drop();
    },
  };
}

/** Starts the worker. One that does not start leaves no connection open. */
async function startWorker(options: TestAppOptions, env: Env): Promise<INestApplicationContext> {
  const worker = await Test.createTestingModule({ imports: [workerOf(options, env)] }).compile();
  worker.useLogger(loggerOf(options, 'worker'));
  return worker.init().catch(endWith(worker));
}

/** Closes a process whose start, or that of another one beside it, has failed. */
const endWith =
  (process: INestApplicationContext) =>
  async (failure: unknown): Promise<never> => {
    await process.close();
    throw failure;
  };

const loggerOf = ({ logTo }: TestAppOptions, process: 'api' | 'worker') =>
  logTo ? new JsonLogger({ LOG_LEVEL: 'debug' }, process, logTo) : false;

/** The API module. The modules of the test come first, so that their routes precede the unknown route. */
function rootOf({ modules }: TestAppOptions, env: Env): DynamicModule {
  const api = ApiModule.forRoot(env);
  return modules ? { module: class TestRoot {}, imports: [...modules, api] } : api;
}

function workerOf({ workerModules = [] }: TestAppOptions, env: Env): DynamicModule {
  return { module: class TestWorkerRoot {}, imports: [...workerModules, WorkerModule.forRoot(env)] };
}

/** Creates a team with a plan and a number of credits. The plan itself grants no credits here. */
export async function createTeam(app: TestApp, tier: PlanTier = 'growth', credits = 0): Promise<{ teamId: string }> {
  const team = await app.get(TeamsService).create(`Team ${tier}`, tier);
  if (credits > 0) {
    await app.get(CreditsService).grant(team.id, credits, 'test', { kind: 'operator', id: null, requestId: null });
  }
  return { teamId: team.id };
}

/** Creates a key of a new team, or of `teamId`, with an optional spend cap. */
export async function createKey(
  app: TestApp,
  options: Partial<NewApiKey> & { teamId?: string; tier?: PlanTier; credits?: number } = {},
): Promise<{ teamId: string; keyId: string; key: string }> {
  const { teamId: given, tier, credits, ...wanted } = options;
  const teamId = given ?? (await createTeam(app, tier, credits)).teamId;
  const { id, key } = await app.get(ApiKeysService).create(teamId, { name: 'test', ...wanted });
  return { teamId, keyId: id, key };
}

/** A response of the API: status, headers, and the envelope. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  // The tests themselves state the shape of the envelope.
  body: {
    success: boolean;
    data?: unknown;
    meta?: unknown;
    error?: { code: string; message: string; details?: unknown; request_id?: string };
  };
}

const contracts = new WeakMap<TestApp, Promise<Contract>>();
/** Applications with the same document share its compiled schemas. */
const contractByDocument = new Map<string, Contract>();

/** The OpenAPI document of the application, loaded once. */
export function contractOf(app: TestApp): Promise<Contract> {
  let contract = contracts.get(app);
  if (!contract) {
    contract = loadContract(app);
    contracts.set(app, contract);
  }
  return contract;
}

async function loadContract(app: TestApp): Promise<Contract> {
  const document = await (await fetch(`${app.baseUrl}/openapi.json`)).text();
  const contract = contractByDocument.get(document) ?? new Contract(JSON.parse(document) as OpenApiDocument);
  contractByDocument.set(document, contract);
  return contract;
}

/**
 * Calls the API with an optional key and JSON body. Leaves out the request id of a failure.
 * @throws if the OpenAPI document does not describe the response, or if the request id of a failure is not its header's
 */
export async function call(
  app: TestApp,
  method: string,
  path: string,
  options: { key?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<ApiResponse> {
  const response = await fetch(`${app.baseUrl}${path}`, {
    method,
    headers: {
      ...(options.key && { authorization: `Bearer ${options.key}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  const body = (await response.json()) as ApiResponse['body'];
  const errors = (await contractOf(app)).responseErrors(method, path, response.status, body);
  if (errors) throw new Error(errors);
  if (body.error) {
    const { request_id: requestId, ...error } = body.error;
    if (requestId !== response.headers.get('x-request-id')) throw new Error(`Another request id: ${requestId}`);
    body.error = error;
  }
  return { status: response.status, headers: response.headers, body };
}
