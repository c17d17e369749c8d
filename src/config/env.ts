import { z } from 'zod';
import { billingFault, billingSettings } from './billing.settings.js';
import {
  cidrs,
  count,
  databaseUrls,
  encryptionKeys,
  flag,
  hostNames,
  hostPatterns,
  hostsOfOrigins,
  isSafeOrigin,
  list,
  optionalText,
  optionalUrl,
  originPairs,
  readableFile,
  redisUrl,
  retrySeconds,
  schedule,
  sender,
} from './env.values.js';
import {
  type CountLimits,
  countLimits,
  type LimitName,
  PLAN_DEFAULTS,
  PLAN_TIERS,
  planPrices,
  type PlanRates,
  type PlanTier,
} from './plan.limits.js';
import { withRedisPassword } from './redis.address.js';
import { readSecretFiles } from './secret.files.js';

/** The variables of the identity provider. */
const oidcSettings = {
  OIDC_ISSUER: optionalUrl,
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_NAME: z.string().trim().min(1).max(40).default('single sign-on'),
  OIDC_ALLOWED_DOMAINS: list
    .transform((domains) => domains.map((domain) => domain.toLowerCase()))
    .refine(
      (domains) => domains.every((domain) => /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(domain)),
      'must be domains separated by commas, such as example.com',
    ),
  OIDC_ONLY: flag,
  OIDC_TIMEOUT_MS: count(5_000, 100, 60_000),
};

type OidcSettings = z.infer<z.ZodObject<typeof oidcSettings>> & { NODE_ENV: string };

/** The fault of the variables of the identity provider together, or null. */
function oidcFault(env: OidcSettings): string | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = env;
  const given = [issuer, clientId, secret].filter(Boolean).length;
  if (given !== 0 && given !== 3) return 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together';
  if (env.OIDC_ONLY && !issuer) return 'OIDC_ONLY=true needs OIDC_ISSUER: without it, no one could log in';
  if (env.NODE_ENV === 'production' && issuer && !isSafeOrigin(issuer)) {
    return 'OIDC_ISSUER must begin with https:// in production, except for localhost';
  }
  return null;
}

export { type LimitName, PLAN_TIERS, type PlanTier };

/** Every limit of a plan. */
export type PlanLimits = PlanRates & CountLimits;

/** A number for each plan, the cheapest first, such as `3,7,30,30,90`. */
const byPlan = (defaults: string) =>
  z
    .string()
    .default(defaults)
    .refine((value) => /^\d{1,9}(?:,\d{1,9}){4}$/.test(value), 'must be five whole numbers, one for each plan')
    .transform((value): Record<PlanTier, number> => {
      const [free = 0, starter = 0, growth = 0, scale = 0, enterprise = 0] = value.split(',').map(Number);
      return { free, starter, growth, scale, enterprise };
    });

/** `credits,watchlist,requests-a-minute`, such as `100,10,120`. */
const plan = (tier: PlanTier) =>
  z
    .string()
    .default(Object.values(PLAN_DEFAULTS[tier]).join(','))
    .refine(
      (value) => /^\d{1,9},\d{1,9},\d{1,9}$/.test(value),
      'must be three whole numbers: credits,watchlist,requests-a-minute',
    )
    .transform((value): PlanRates => {
      const [monthlyCredits = 0, watchlistProducts = 0, requestsPerMinute = 0] = value.split(',').map(Number);
      return { monthlyCredits, watchlistProducts, requestsPerMinute };
    });

/** Every variable the service reads, with its default. A test compares the schema with `.env.example`. */
export const envSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: count(3000, 0, 65_535),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      (value) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`,
      'must be an address without a path, a query or a password',
    )
    .transform((value) => new URL(value).origin)
    .optional(),
  CONTACT_EMAIL: z.email().max(254).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  ENCRYPTION_KEYS: encryptionKeys,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  BRAND_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9]{1,15}$/, 'must be 2-16 lower-case letters or digits')
    .default('qualm'),

  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_PASSWORD: z.string().optional(),
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_OWNER_PASSWORD: z.string().optional(),
  DATABASE_POOL_SIZE: count(16, 2, 500),
  DATABASE_STATEMENT_TIMEOUT_MS: count(15_000, 100),
  DATABASE_PREPARED_STATEMENTS: flag.default(true),
  DATABASE_REPLICA_URLS: databaseUrls,
  REDIS_URL: redisUrl,
  REDIS_PASSWORD: z.string().optional(),
  REDIS_KEY_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .default('qualm'),

  EGRESS_ALLOWED_CIDRS: cidrs,
  EGRESS_ALLOWED_HOSTS: hostPatterns,
  OPERATOR_CONTACT: optionalText.refine(
    (value) => value === undefined || /^[\x21-\x7e]{3,200}$/.test(value),
    'must be an email address or a web address of 3 to 200 characters without spaces',
  ),
  SOURCE_BASE_URLS: originPairs,
  ALERT_MATCHES_PER_DAY: count(1_000, 0),
  WEBHOOK_RETRY_SECONDS: retrySeconds,
  WEBHOOK_TIMEOUT_MS: count(15_000, 100, 60_000),
  WEBHOOK_DISABLE_AFTER_HOURS: z.coerce.number().min(0).max(8_760).default(120),
  WEBHOOK_CONCURRENCY: count(200, 1, 10_000),
  SLACK_WEBHOOK_HOSTS: hostNames('hooks.slack.com,hooks.slack-gov.com'),
  HUBSPOT_BASE_URL: z.url({ protocol: /^https?$/ }).default('https://api.hubapi.com'),
  DESTINATION_TIMEOUT_MS: count(10_000, 100, 30_000),
  DESTINATION_RETRY_SECONDS: retrySeconds.default([0, 5, 30, 300, 1_800, 7_200, 21_600]),
  DESTINATION_BATCH_SECONDS: count(30, 0, 3_600),
  IMPORT_STALLED_MINUTES: count(60, 1, 10_080),
  EXPORT_STALLED_SECONDS: z.coerce.number().min(0.1).max(50).default(30),
  TEST_MODE_CREDITS: count(1_000, 1, 1_000_000),
  TEST_RESETS_PER_HOUR: count(10, 1, 10_000),
  TEST_EVENTS_PER_MINUTE: count(60, 1, 10_000),
  EVENT_DAYS_BY_PLAN: byPlan('3,7,30,30,90'),

  TRUSTED_PROXY_HOPS: count(0, 0, 20),
  BODY_LIMIT_BYTES: count(102_400, 1_024, 10_485_760),
  RATE_LIMIT_WINDOW_SECONDS: count(60, 1, 3_600),
  RATE_LIMIT_ANONYMOUS: count(30),
  RATE_LIMIT_BROWSER: count(240),
  RATE_LIMIT_SPENDING: count(20),
  RATE_LIMIT_TEST_SPENDING: count(120),
  RATE_LIMIT_TEAM_SPENDING: z.coerce.number().int().min(1).optional(),
  SHUTDOWN_GRACE_SECONDS: count(10, 1, 120),
  SHUTDOWN_NOTICE_SECONDS: count(5, 0, 120),
  SHED_AFTER_MS: count(700, 0, 60_000),
  HTTP_KEEP_ALIVE_SECONDS: count(65, 1, 3_600),
  HTTP_HEADERS_TIMEOUT_SECONDS: count(10, 1, 600),
  HTTP_REQUEST_TIMEOUT_SECONDS: count(30, 1, 3_600),
  HEARTBEAT_FILE: optionalText,
  READY_FILE: optionalText,

  ...billingSettings,
  PLAN_PRICES: planPrices,
  PLAN_FREE: plan('free'),
  PLAN_LIMITS_FREE: countLimits('free'),
  PLAN_STARTER: plan('starter'),
  PLAN_LIMITS_STARTER: countLimits('starter'),
  PLAN_GROWTH: plan('growth'),
  PLAN_LIMITS_GROWTH: countLimits('growth'),
  PLAN_SCALE: plan('scale'),
  PLAN_LIMITS_SCALE: countLimits('scale'),
  PLAN_ENTERPRISE: plan('enterprise'),
  PLAN_LIMITS_ENTERPRISE: countLimits('enterprise'),

  REPORT_DEADLINE_SECONDS: count(600, 5),
  REPORT_CONCURRENCY: count(2, 1, 64),
  SWEEP_INTERVAL_SECONDS: count(15, 1),
  IDEMPOTENCY_HOURS: count(24, 1),
  IDEMPOTENCY_WAIT_SECONDS: count(90, 1, 3_600),

  ANALYSIS_ENGINE: z.enum(['built-in', 'llm']).default('built-in'),
  ANALYSIS_FALLBACK: z.enum(['built-in', 'none']).default('built-in'),
  PITCH_ENGINE: z.enum(['built-in', 'llm']).default('built-in'),
  LLM_BASE_URL: optionalUrl,
  LLM_API_KEY: optionalText,
  LLM_MODEL: optionalText,
  LLM_TIMEOUT_MS: count(60_000, 100),

  HUNTER_API_KEY: optionalText,
  HUNTER_BASE_URL: z.url({ protocol: /^https?$/ }).default('https://api.hunter.io/v2'),
  ENRICHMENT_TIMEOUT_MS: count(10_000, 100),
  ENRICHMENT_CACHE_DAYS: count(30, 1),

  MAIL_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: sender,

  SECOND_FACTOR_REQUIRED: flag,
  COMMON_PASSWORDS_FILE: readableFile,
  PASSWORD_MEMORY_KB: count(19_456, 1_024, 1_048_576),
  SESSION_IDLE_MINUTES: count(720, 1),
  SESSION_MAX_HOURS: count(168, 1),
  SESSION_PROOF_MINUTES: count(15, 1, 1_440),
  TEAM_RESTORE_DAYS: count(14, 1, 365),
  DATA_COPY_DAYS: count(7, 1, 30),
  SIGN_IN_ATTEMPTS: count(10),
  SIGN_IN_ATTEMPTS_PER_ADDRESS: count(60),
  SIGN_IN_WINDOW_SECONDS: count(900, 1, 86_400),
  SIGN_IN_BURST_PER_ADDRESS: count(30),
  ACCOUNT_MAILS_PER_RECIPIENT: count(3),
  ACCOUNT_MAILS_PER_ADDRESS: count(20),
  ...oidcSettings,

  MCP_ALLOWED_HOSTS: hostsOfOrigins,
  MCP_ALLOWED_ORIGINS: hostsOfOrigins,
  OAUTH_REFRESH_REUSE_GRACE_S: count(10, 0, 300),
  OAUTH_ACCESS_TOKEN_SECONDS: count(3_600, 1, 86_400),
  OAUTH_SESSION_DAYS: count(30, 1, 365),
  OAUTH_MAX_CREDIT_BUDGET: count(10_000, 0),
  OAUTH_LIMIT_WINDOW_SECONDS: count(600, 1, 86_400),
  OAUTH_AUTHORIZATIONS_PER_ADDRESS: count(300),
  OAUTH_REGISTRATIONS_PER_ADDRESS: count(60),
  OAUTH_METADATA_FETCHES_PER_ADDRESS: count(60),

  QUALM_INIT_TEAM: optionalText,
  QUALM_INIT_EMAIL: z.email().max(254).optional(),
  QUALM_INIT_PLAN: z.enum(PLAN_TIERS).default('growth'),

  BACKUP_SCHEDULE: schedule,
  BACKUP_DIR: optionalText,
  BACKUP_KEEP_COUNT: count(14, 1, 10_000),
  BACKUP_KEEP_DAYS: count(30, 1, 3_650),

  WORKER_QUEUES: list,
  WORKER_PORT: count(0, 0, 65_535),
  METRICS_OPEN: flag,
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl,
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OPS_USER: z.string().min(1).default('ops'),
  OPS_PASSWORD: z.string().min(12, 'must have at least 12 characters').optional(),
});

type Parsed = z.infer<typeof envSchema>;

/** The configuration of one process: the parsed variables, the public origin and the plans by tier. */
export type Env = Parsed & { PUBLIC_URL: string; DATABASE_OWNER_URL: string; plans: Record<PlanTier, PlanLimits> };

/** A variable is missing or invalid. The message names every such variable and is for the operator. */
export class EnvError extends Error {}

/**
 * Parses the environment.
 * @throws EnvError naming every missing or invalid variable.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const { values, faults: unread } = readSecretFiles(given);
  if (unread.length > 0) throw new EnvError(`Configuration: ${unread.join('; ')}`);
  Object.assign(given, values);
  const result = envSchema.safeParse(given);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return `${name} ${given[name] === undefined ? 'is required' : `is invalid: ${issue.message}`}`;
    });
    throw new EnvError(`Configuration: ${faults.join('; ')}`);
  }
  const env = result.data;
  const fault = combinationFault(env) ?? oidcFault(env) ?? billingFault(env);
  if (fault) throw new EnvError(`Configuration: ${fault}`);
  const serviceUrl = withPassword(env.DATABASE_URL, env.DATABASE_PASSWORD);
  const ownerUrl = env.DATABASE_OWNER_URL && withPassword(env.DATABASE_OWNER_URL, env.DATABASE_OWNER_PASSWORD);
  return {
    ...env,
    DATABASE_URL: serviceUrl,
    DATABASE_OWNER_URL: ownerUrl ?? serviceUrl,
    DATABASE_REPLICA_URLS: env.DATABASE_REPLICA_URLS.map((url) => withPassword(url, env.DATABASE_PASSWORD)),
    REDIS_URL: env.REDIS_PASSWORD === undefined ? env.REDIS_URL : withRedisPassword(env.REDIS_URL, env.REDIS_PASSWORD),
    PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    plans: {
      free: { ...env.PLAN_FREE, ...env.PLAN_LIMITS_FREE },
      starter: { ...env.PLAN_STARTER, ...env.PLAN_LIMITS_STARTER },
      growth: { ...env.PLAN_GROWTH, ...env.PLAN_LIMITS_GROWTH },
      scale: { ...env.PLAN_SCALE, ...env.PLAN_LIMITS_SCALE },
      enterprise: { ...env.PLAN_ENTERPRISE, ...env.PLAN_LIMITS_ENTERPRISE },
    },
  };
}

/** The fault of variables that are valid one by one, or null. */
function combinationFault(env: Parsed): string | null {
  if ((env.ANALYSIS_ENGINE === 'llm' || env.PITCH_ENGINE === 'llm') && !(env.LLM_BASE_URL && env.LLM_MODEL)) {
    return 'LLM_BASE_URL and LLM_MODEL are required if ANALYSIS_ENGINE=llm or PITCH_ENGINE=llm';
  }
  // Cookies and keys travel in plain text over http, which only a browser on the same machine may use.
  if (env.NODE_ENV === 'production' && env.PUBLIC_URL && !isSafeOrigin(env.PUBLIC_URL)) {
    return 'PUBLIC_URL must begin with https:// in production, except for localhost';
  }
  if (Boolean(env.QUALM_INIT_TEAM) !== Boolean(env.QUALM_INIT_EMAIL)) {
    return 'QUALM_INIT_TEAM and QUALM_INIT_EMAIL must be set together';
  }
  if (env.SECOND_FACTOR_REQUIRED && env.ENCRYPTION_KEYS.length === 0) {
    return 'SECOND_FACTOR_REQUIRED=true needs ENCRYPTION_KEYS, with which second factors are stored';
  }
  return null;
}

/** The URL with this password, which may have any character, instead of its own. */
function withPassword(url: string, password: string | undefined): string {
  if (password === undefined) return url;
  const parsed = new URL(url);
  parsed.password = encodeURIComponent(password);
  return parsed.href;
}

/** Injection token of the parsed configuration. */
export const ENV = Symbol('Env');
