import { parseEnv } from '#config/env.js';
import { banner } from './banner.js';

describe('the start message', () => {
  const env = parseEnv({ DATABASE_URL: 'postgres://db', REDIS_URL: 'redis://cache', DATA_DIR: '/data' });

  it.each([
    [false, '/data/ops.password'],
    [true, 'OPS_PASSWORD'],
  ])('says where the password of the operator is (given in the configuration: %p)', (isPasswordGiven, where) => {
    expect(banner(env, true, isPasswordGiven)).toContain(`Operator     ops, with the password in ${where}\n`);
  });
});
