import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnvError, envSchema, parseEnv } from './env.js';

const SERVICES = { DATABASE_URL: 'postgres://localhost/qualm', REDIS_URL: 'redis://localhost' };

const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/=(.*)/s).slice(0, 2) as [name: string, value: string]);

describe('.env.example', () => {
  it('lists every variable of the schema once, and no other', () => {
    expect(example.map(([name]) => name).sort()).toEqual(Object.keys(envSchema.shape).sort());
  });

  it('shows the defaults', () => {
    expect(parseEnv({ ...Object.fromEntries(example), ...SERVICES })).toEqual(parseEnv(SERVICES));
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
    ['TRUSTED_PROXY_HOPS', 'true'],
    ['RATE_LIMIT_ANONYMOUS', '0'],
    ['PLAN_GROWTH', '500,50'],
    ['PLAN_GROWTH', 'a,b,c'],
    ['BRAND_PREFIX', 'Qualm!'],
    ['OPS_PASSWORD', 'short'],
    ['METRICS_OPEN', 'yes'],
    ['LLM_BASE_URL', 'nowhere'],
  ])('is refused with the name of the variable: %s=%s', (name, value) => {
    expect(() => parseEnv({ ...SERVICES, [name]: value })).toThrow(new RegExp(`^Configuration: ${name} is invalid: `));
  });

  it('ignores empty variables', () => {
    expect(parseEnv({ ...SERVICES, PORT: '', LLM_API_KEY: '' })).toEqual(parseEnv(SERVICES));
  });

  it('must name an endpoint if an engine is a language model', () => {
    expect(() => parseEnv({ ...SERVICES, PITCH_ENGINE: 'llm' })).toThrow('LLM_BASE_URL and LLM_MODEL are required');
  });
});
