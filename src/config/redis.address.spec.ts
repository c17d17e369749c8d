import { redisAddressOf, withRedisPassword } from './redis.address.js';

describe('the address of Redis', () => {
  it('is one server', () => {
    expect(redisAddressOf('redis://:secret@host:6379/2')).toEqual({
      kind: 'server',
      url: 'redis://:secret@host:6379/2',
    });
  });

  it.each(['redis://a:7000,b,[::1]:7002', 'redis+cluster://a:7000,b,[::1]:7002/0'])('is a cluster: %s', (url) => {
    expect(redisAddressOf(url)).toEqual({
      kind: 'cluster',
      isEncrypted: false,
      nodes: [
        { host: 'a', port: 7000 },
        { host: 'b', port: 6379 },
        { host: '::1', port: 7002 },
      ],
    });
  });

  it('is a cluster with one known node, a login and TLS', () => {
    expect(redisAddressOf('rediss+cluster://me:p%40ss%3A@entry:6380')).toEqual({
      kind: 'cluster',
      isEncrypted: true,
      nodes: [{ host: 'entry', port: 6380 }],
      username: 'me',
      password: 'p@ss:',
    });
  });

  it('is a name that Sentinels know', () => {
    expect(redisAddressOf('redis+sentinel://:secret@a,b:26380/main/3?sentinel_password=other')).toEqual({
      kind: 'sentinel',
      isEncrypted: false,
      sentinels: [
        { host: 'a', port: 26379 },
        { host: 'b', port: 26380 },
      ],
      name: 'main',
      database: 3,
      password: 'secret',
      sentinelPassword: 'other',
    });
  });

  it.each([
    'http://a',
    'redis://',
    'redis://a:99999,b',
    'redis://a,,b',
    'redis://a,b/1',
    'redis://%zz@a,b',
    'redis+sentinel://a:26379',
    'redis+sentinel://a:26379/name/x',
    'redis+other://a',
  ])('has no other form, such as %s', (url) => {
    expect(redisAddressOf(url)).toBeNull();
  });

  it.each([
    ['redis://host:6379/1', 'redis://:p%40%2F@host:6379/1'],
    ['redis://me:old@a,b:7000', 'redis://me:p%40%2F@a,b:7000'],
    ['rediss+sentinel://a,b/name', 'rediss+sentinel://:p%40%2F@a,b/name'],
  ])('takes a password of its own variable: %s', (url, expected) => {
    expect(withRedisPassword(url, 'p@/')).toBe(expected);
  });
});
