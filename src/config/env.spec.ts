import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnvError, envSchema, parseEnv } from './env.js';
import { withoutUnused } from './unused-variables.js';
import { SECRETS } from './secret.files.js';
import { namesServers } from './service-urls.js';

const SERVICES = { DATABASE_URL: 'postgres://localhost/qualm', REDIS_URL: 'redis://localhost' };

const EXAMPLE = join(import.meta.dirname, '../../.env.example');
const exampleText = readFileSync(EXAMPLE, 'utf8');
const exampleNames: readonly string[] = exampleText.match(/^\w+(?==)/gm) ?? [];
/** The values of the example as a shell exports them. */
function exported(): Record<string, string> {
  const printed = execFileSync('sh', ['-c', 'set -a; . "$0"; env -0', EXAMPLE], { env: { PATH: process.env.PATH } });
  const variables = printed.toString().split('\0');
  return Object.fromEntries(
    variables.map((each) => each.split(/=(.*)/s)).filter(([name = '']) => exampleNames.includes(name)),
  ) as Record<string, string>;
}

describe('.env.example', () => {
  it('lists every variable of the schema once, and no other', () => {
    expect([...exampleNames].sort()).toEqual(Object.keys(envSchema.shape).sort());
  });

  it('shows the defaults to a shell that exports it', () => {
    expect(parseEnv({ ...exported(), ...SERVICES })).toEqual(parseEnv(SERVICES));
  });
});

describe('an invalid environment', () => {
  it('is refused with one line that names every invalid or missing variable', () => {
    const wrong = () => parseEnv({ DATABASE_URL: 'mysql://localhost', PORT: '99999', LOG_LEVEL: 'loud' });
    expect(wrong).toThrow(EnvError);
    expect(wrong).toThrow(
      /^Configuration: PORT is invalid: .*; LOG_LEVEL is invalid: .*; DATABASE_URL is invalid: .*; REDIS_URL is required$/,
    );
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'localhost:3000'],
    ['PUBLIC_URL', 'no address'],
    ['PUBLIC_URL', 'https://qualm.example/app'],
    ['PUBLIC_URL', 'https://user:password@qualm.example'],
    ['TRUSTED_PROXY_HOPS', 'true'],
    ['RATE_LIMIT_ANONYMOUS', '0'],
    ['PLAN_GROWTH', '500,50'],
    ['PLAN_GROWTH', 'a,b,c'],
    ['BRAND_PREFIX', 'Qualm!'],
    ['OPS_PASSWORD', 'short'],
    ['METRICS_OPEN', 'yes'],
    ['LLM_BASE_URL', 'nowhere'],
    ['ENCRYPTION_KEYS', 'c2hvcnQ='],
    ['WEBHOOK_RETRY_SECONDS', '0,soon'],
    ['EVENT_DAYS_BY_PLAN', '3,7,30'],
    ['PLAN_PRICES', '$0, $49, $1,000, $2, $3'],
    ['EGRESS_ALLOWED_CIDRS', '10.0.0.1'],
    ['EGRESS_ALLOWED_CIDRS', '127.0.0.0/8,internal'],
    ['EGRESS_ALLOWED_HOSTS', 'https://hooks.example.com'],
    ['EGRESS_ALLOWED_HOSTS', 'hooks.example.com:8443'],
    ['EGRESS_ALLOWED_HOSTS', '203.0.113.7'],
    ['EGRESS_ALLOWED_HOSTS', '*'],
    ['EGRESS_ALLOWED_HOSTS', '*.com'],
    ['EGRESS_ALLOWED_HOSTS', 'hooks.*.com'],
    ['SLACK_WEBHOOK_HOSTS', 'https://hooks.example.com'],
    ['MCP_ALLOWED_HOSTS', '*.example.com'],
    ['MCP_ALLOWED_ORIGINS', 'https://app.example.com/path'],
    ['MCP_ALLOWED_ORIGINS', 'no origin'],
    ['MAIL_URL', 'https://mail.example'],
    ['MAIL_FROM', 'Qualm'],
    ['COMMON_PASSWORDS_FILE', '/nowhere/passwords.txt'],
    ['COMMON_PASSWORDS_FILE', tmpdir()],
    ['OIDC_ISSUER', 'login.example'],
    ['OIDC_ALLOWED_DOMAINS', 'acme.example,@other.example'],
    ['OIDC_ONLY', 'yes'],
    ['MAIL_FROM', 'Qualm <a@b.example>\r\nBcc: <c@d.example>'],
  ])('is refused with the name of the variable: %s=%s', (name, value) => {
    expect(() => parseEnv({ ...SERVICES, [name]: value })).toThrow(new RegExp(`^Configuration: ${name} is invalid: `));
  });

  it('ignores empty variables', () => {
    expect(parseEnv({ ...SERVICES, PORT: ' ', LLM_API_KEY: '' })).toEqual(parseEnv(SERVICES));
  });

  it.each(['http://qualm.example', 'http://10.0.0.7:3000', 'http://localhost.example'])(
    'refuses the origin %s in production, where keys would travel in plain text',
    (origin) => {
      const variables = { ...SERVICES, PUBLIC_URL: origin };
      expect(() => parseEnv(variables)).toThrow('PUBLIC_URL must begin with https://');
      expect(parseEnv({ ...variables, NODE_ENV: 'development' }).PUBLIC_URL).toBe(origin);
    },
  );

  it.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000', 'http://app.localhost'])(
    'accepts the origin %s of this machine',
    (origin) => {
      expect(parseEnv({ ...SERVICES, PUBLIC_URL: origin }).PUBLIC_URL).toBe(origin);
    },
  );

  it('reads the hosts of allowed origins', () => {
    const MCP_ALLOWED_ORIGINS = 'https://app.example.com, Other.example:8080';
    expect(parseEnv({ ...SERVICES, MCP_ALLOWED_ORIGINS }).MCP_ALLOWED_ORIGINS).toEqual([
      'app.example.com',
      'other.example',
    ]);
  });

  it.each([
    [{ OIDC_ISSUER: 'https://login.example' }, 'must be set together'],
    [{ OIDC_CLIENT_ID: 'qualm', OIDC_CLIENT_SECRET: 'secret' }, 'must be set together'],
    [{ OIDC_ONLY: 'true' }, 'no one could log in'],
    [
      { OIDC_ISSUER: 'http://login.example', OIDC_CLIENT_ID: 'qualm', OIDC_CLIENT_SECRET: 'secret' },
      'must begin with https://',
    ],
  ])('must describe the identity provider completely: %j', (variables, fault) => {
    expect(() => parseEnv({ ...SERVICES, ...variables })).toThrow(fault);
  });

  it('must name a first team together with its owner', () => {
    expect(() => parseEnv({ ...SERVICES, QUALM_INIT_TEAM: 'Acme' })).toThrow('must be set together');
  });

  it('must have a key for second factors if everyone needs one', () => {
    expect(() => parseEnv({ ...SERVICES, SECOND_FACTOR_REQUIRED: 'true' })).toThrow('needs ENCRYPTION_KEYS');
  });

  it('must name an endpoint if an engine is a language model', () => {
    expect(() => parseEnv({ ...SERVICES, PITCH_ENGINE: 'llm' })).toThrow('LLM_BASE_URL and LLM_MODEL are required');
  });
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileOf = (content: string): string => {
    const file = join(folder, randomUUID());
    writeFileSync(file, content);
    return file;
  };

  it.each([
    ['s3cret with = and  spaces \n', 's3cret with = and  spaces '],
    ['s3cret without a newline', 's3cret without a newline'],
    ['s3cret of Windows\r\n', 's3cret of Windows'],
  ])('is the content without the newline at the end: %j', (content, value) => {
    expect(parseEnv({ ...SERVICES, OPS_PASSWORD_FILE: fileOf(content) }).OPS_PASSWORD).toBe(value);
  });

  it('is checked like the variable, of which the files of all secrets can be used', () => {
    const key = Buffer.alloc(32, 7);
    const urls = { DATABASE_URL_FILE: fileOf('postgres://me@db/qualm\n'), REDIS_URL_FILE: fileOf('redis://cache\n') };
    const files = { DATABASE_PASSWORD_FILE: fileOf('p@ss\n'), ENCRYPTION_KEYS_FILE: fileOf(key.toString('base64')) };
    const env = parseEnv({ ...urls, ...files, REDIS_PASSWORD: '' });
    expect(env).toMatchObject({ DATABASE_URL: 'postgres://me:p%40ss@db/qualm', REDIS_URL: 'redis://cache' });
    expect([env.ENCRYPTION_KEYS, namesServers(urls)]).toEqual([[key], true]);
    const short = { ...SERVICES, OPS_PASSWORD_FILE: fileOf('short') };
    expect(() => parseEnv(short)).toThrow('Configuration: OPS_PASSWORD is invalid: must have at least 12 characters');
  });

  it('can be in every variable that looks like one, as .env.example states', () => {
    const names = Object.keys(envSchema.shape);
    const looks = names.filter((name) =>
      /(?:PASSWORD|SECRET|_KEYS?|(?:DATABASE|OWNER|REDIS|MAIL)_URL|REPLICA_URLS)$/.test(name),
    );
    expect([...SECRETS].sort()).toEqual(looks.sort());
    expect(SECRETS.filter((name) => !exampleText.split('\n\n')[0]?.includes(name))).toEqual([]);
  });

  it.each([
    [{ OPS_PASSWORD_FILE: '/nowhere/s3cret' }, 'OPS_PASSWORD_FILE names a file that cannot be read'],
    [{ OPS_PASSWORD_FILE: folder }, 'OPS_PASSWORD_FILE names a file that cannot be read'],
    [{ MAIL_URL_FILE: fileOf('\n') }, 'MAIL_URL_FILE names an empty file'],
    [
      { MAIL_URL: 'smtp://s3cret@mail', MAIL_URL_FILE: fileOf('smtp://s3cret@mail') },
      'MAIL_URL and MAIL_URL_FILE must not be set together',
    ],
  ])('stops the start with only the names of the variables, if it cannot be read or is ambiguous', (wrong, fault) => {
    expect(() => parseEnv({ ...SERVICES, ...wrong })).toThrow(new EnvError(`Configuration: ${fault}`));
  });
});

describe('a variable that nothing uses', () => {
  const warningsOf = (variables: Record<string, string>): string[] => {
    const lines: string[] = [];
    withoutUnused({ ...SERVICES, ...variables }, (line) => lines.push(line));
    return lines;
  };

  it.each([
    [{ LLM_MODEL: 'm', LLM_BASE_URL: 'http://x' }, 'LLM_BASE_URL, LLM_MODEL, because neither ANALYSIS_ENGINE nor'],
    [
      { STRIPE_SECRET_KEY: 'sk', BILLING_PROVIDER: 'none' },
      'STRIPE_SECRET_KEY, because BILLING_PROVIDER is not stripe',
    ],
    [{ OIDC_ALLOWED_DOMAINS: 'a.io' }, 'OIDC_ALLOWED_DOMAINS, because OIDC_ISSUER is not set'],
    [{ MAIL_FROM: 'a@example.com' }, 'MAIL_FROM, because MAIL_URL is not set'],
  ])('is warned about: %j', (variables, words) => {
    expect(warningsOf(variables)).toEqual(
      [`Configuration: nothing uses ${words}`].map((line) => expect.stringContaining(line)),
    );
  });

  it.each([
    { LLM_MODEL: 'm', PITCH_ENGINE: 'llm' },
    { STRIPE_SECRET_KEY: 'sk', BILLING_PROVIDER: 'stripe' },
    { OIDC_ALLOWED_DOMAINS: 'a.io', OIDC_ISSUER: 'https://id.example.com' },
    { MAIL_FROM: 'a@example.com', MAIL_URL_FILE: '/run/mail' },
    exported(),
  ])('is not one that is used or has its default: %#', (variables) => {
    expect(warningsOf(variables)).toEqual([]);
  });
});

describe('a misspelled variable', () => {
  const warnings = (...names: string[]): string[] => {
    const lines: string[] = [];
    withoutUnused({ ...SERVICES, ...Object.fromEntries(names.map((name) => [name, 'x'])) }, (line) => lines.push(line));
    return lines;
  };

  it.each([
    ['REPORT_CONCURENCY', 'REPORT_CONCURRENCY'],
    ['PLAN_STATRER', 'PLAN_STARTER'],
    ['DATADIR', 'DATA_DIR'],
    ['llm_model', 'LLM_MODEL'],
    ['MAIL_URL_FLIE', 'MAIL_URL_FILE'],
    ['COMMON_PASSWORD_FILE', 'COMMON_PASSWORDS_FILE'],
  ])('is reported with the variable that was probably meant: %s', (wrong, meant) => {
    expect(warnings(wrong)).toEqual([`Configuration: ${wrong} is not a known variable. Did you mean ${meant}?`]);
  });

  it('is kept from child processes, which would warn again', () => {
    expect(withoutUnused({ ...SERVICES, OPS_PASWORD: 'x', HOME: '/root' }, () => undefined)).toEqual({
      ...SERVICES,
      HOME: '/root',
    });
  });

  it('is not seen in the unrelated variables of a machine', () => {
    const unrelated = `HOME PATH PWD SHLVL LANG TERM USER HOSTNAME LOGNAME MAIL DISPLAY EDITOR SHELL TZ LC_ALL TMPDIR COLUMNS LINES
      NODE_OPTIONS NODE_VERSION NODE_PATH NODE_EXE NVM_DIR npm_config_cache npm_lifecycle_event npm_package_version INIT_CWD
      DATABASE_URL_FILE POSTGRES_PASSWORD POSTGRES_PASSWORD_FILE POSTGRES_USER POSTGRES_DB PGHOST PGPORT PGUSER PGPASSWORD PGDATA REDIS_HOST REDIS_PORT
      KUBERNETES_SERVICE_HOST KUBERNETES_PORT HTTP_PROXY HTTPS_PROXY NO_PROXY SSH_AUTH_SOCK XDG_DATA_DIRS XDG_RUNTIME_DIR
      OPENAI_API_KEY OPENAI_BASE_URL GITHUB_TOKEN CI DEBUG LESS PAGER POST HOSTS TEST_DATABASE_URL TEST_REDIS_URL`;
    expect(warnings(...unrelated.split(/\s+/))).toEqual([]);
  });

  it('is not reported if the variable that was probably meant is set too', () => {
    expect(warnings('REDIS_URL_2', 'DATABASE_URI')).toEqual([]);
  });
});

describe('a separate password', () => {
  it('may have any character and replaces the password of the URL', () => {
    const password = `p@ss/%:#?&+ '"\\é`;
    const env = parseEnv({
      ...SERVICES,
      DATABASE_URL: 'postgres://me:old@localhost/qualm',
      DATABASE_PASSWORD: password,
    });
    const { username, password: encoded } = new URL(env.DATABASE_URL);
    expect([username, decodeURIComponent(encoded)]).toEqual(['me', password]);
  });

  it('is refused without a URL', () => {
    expect(() => namesServers({ DATABASE_PASSWORD: 'x' })).toThrow(
      'DATABASE_URL and REDIS_URL are required if DATABASE_PASSWORD is set',
    );
  });
});

describe('the two server URLs', () => {
  it.each([
    ['REDIS_URL', 'DATABASE_URL'],
    ['DATABASE_URL', 'REDIS_URL'],
  ])('must be set together: %s is not enough', (given, missing) => {
    const partial = { [given]: 'x', [missing]: '' };
    expect(() => namesServers(partial)).toThrow(`Configuration: ${missing} is required if ${given} is set`);
  });

  it('may both be missing, for the embedded services', () => {
    expect([namesServers({}), namesServers(SERVICES)]).toEqual([false, true]);
  });
});
