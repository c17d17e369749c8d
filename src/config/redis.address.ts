/** A host and a port. */
export interface RedisHost {
  host: string;
  port: number;
}

/** What REDIS_URL names: one server, the nodes of a cluster, or the Sentinels that know the server. */
export type RedisAddress =
  | { kind: 'server'; url: string }
  | (Login & { kind: 'cluster'; nodes: RedisHost[] })
  | (Login & { kind: 'sentinel'; sentinels: RedisHost[]; name: string; database: number; sentinelPassword?: string });

interface Login {
  username?: string;
  password?: string;
  isEncrypted: boolean;
}

const FORM =
  /^redis(?<s>s?)(?:\+(?<kind>cluster|sentinel))?:\/\/(?:(?<login>[^@/]*)@)?(?<hosts>[^@/?#]+)(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?$/;
const HOST = /^(?:\[(?<v6>[\da-fA-F:.]+)\]|(?<name>[^\s:[\],]+))(?::(?<port>\d{1,5}))?$/;
const [REDIS_PORT, SENTINEL_PORT] = [6_379, 26_379];

/**
 * Reads `redis://host:6379/0`, `redis://a:6379,b:6379,c:6379` or `redis+cluster://host:6379` (a cluster), and
 * `redis+sentinel://a:26379,b:26379/name?sentinel_password=…` (Sentinels); with `rediss` all connections use TLS.
 * @returns null if the URL has another form
 */
export function redisAddressOf(url: string): RedisAddress | null {
  const { s, kind, login = '', hosts = '', path = '', query = '' } = FORM.exec(url)?.groups ?? {};
  if (s === undefined) return null;
  if (kind === undefined && !hosts.includes(',')) return { kind: 'server', url };
  const found = hosts.split(',').map((host) => hostOf(host, kind === 'sentinel' ? SENTINEL_PORT : REDIS_PORT));
  const [nodes, user] = [found.filter((host) => host !== null), loginOf(login)];
  if (nodes.length < found.length || user === null) return null;
  const common = { ...user, isEncrypted: s === 's' };
  // A cluster has only the database 0.
  if (kind !== 'sentinel') return /^0?$/.test(path) && query === '' ? { kind: 'cluster', nodes, ...common } : null;
  const [, name, database = '0'] = /^([\w.-]+)(?:\/(\d{1,5}))?$/.exec(path) ?? [];
  if (!name) return null;
  const sentinelPassword = new URLSearchParams(query).get('sentinel_password') ?? undefined;
  return { kind: 'sentinel', sentinels: nodes, name, database: Number(database), sentinelPassword, ...common };
}

/** The URL with this password, which may have any character, instead of its own. */
export function withRedisPassword(url: string, password: string): string {
  const [, scheme = '', login = '', rest = ''] = /^([a-z+]+:\/\/)(?:([^@/]*)@)?(.*)$/.exec(url) ?? [];
  return `${scheme}${login.split(':')[0]}:${encodeURIComponent(password)}@${rest}`;
}

function hostOf(text: string, usual: number): RedisHost | null {
  const { v6, name, port = String(usual) } = HOST.exec(text)?.groups ?? {};
  const host = v6 ?? name;
  return host !== undefined && Number(port) > 0 && Number(port) < 65_536 ? { host, port: Number(port) } : null;
}

function loginOf(text: string): { username?: string; password?: string } | null {
  const [username = '', ...password] = text.split(':');
  try {
    return {
      username: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(password.join(':')) || undefined,
    };
  } catch {
    return null;
  }
}
