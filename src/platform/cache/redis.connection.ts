import { type AbstractConnector, Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';
import { redisAddressOf } from '#config/redis.address.js';

/** A connection to one server, or to all nodes of a cluster. */
export type RedisConnection = Redis | Cluster;

/** The options of a connection. `maxRedirections` counts how often a command of a cluster is sent again. */
type ConnectionOptions = RedisOptions & Pick<ClusterOptions, 'maxRedirections'>;

/**
 * A server that owes an answer and is silent for so long is given up: a connection that nothing closes, such as one that a router has forgotten,
 * would block its process forever. No command waits longer on purpose.
 */
export const SILENCE_MS = 30_000;

/**
 * Connects to what `url` names, in the forms of `redisAddressOf`. After a failover the connection goes to the new primary.
 * @throws Error if the URL has another form
 */
export function connectRedis(url: string, options: ConnectionOptions): RedisConnection {
  const address = redisAddressOf(url);
  if (!address) throw new Error('The URL of Redis has a form that is not known.');
  // A demoted primary keeps its connections, and refuses each write.
  const common = {
    socketTimeout: SILENCE_MS,
    ...options,
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  };
  if (address.kind === 'server') return new Redis(address.url, common);
  const { username, password, isEncrypted } = address;
  const login = { username, password, ...(isEncrypted && { tls: {} }) };
  if (address.kind === 'sentinel') {
    const redis = new Redis({ ...common, ...login, ...sentinelOptions(address, options) });
    const { connector } = redis as unknown as { connector: AbstractConnector };
    // ioredis leaves the connections to the Sentinels open after `quit`.
    return redis.on('end', () => connector.disconnect());
  }
  const { keyPrefix, enableOfflineQueue, retryStrategy, maxRedirections, lazyConnect, ...ofNode } = common;
  return new EndingCluster(address.nodes, {
    ...{ keyPrefix, enableOfflineQueue, maxRedirections, lazyConnect },
    ...(retryStrategy && { clusterRetryStrategy: retryStrategy }),
    // Certificates name hosts, and a resolved address is none.
    ...(isEncrypted && { dnsLookup: (host, found) => found(null, host) }),
    redisOptions: { ...ofNode, ...login },
  });
}

/**
 * Between two attempts to connect, ioredis has no connection whose end it could notice: it would never end, nor its waiting commands.
 * The method that it calls in the other cases is private.
 */
class EndingCluster extends Cluster {
  override disconnect(reconnect = false): void {
    const hasConnections = this.status !== 'reconnecting';
    super.disconnect(reconnect);
    if (!hasConnections && !reconnect) (this as unknown as { handleCloseEvent(): void }).handleCloseEvent();
  }
}

/** The servers from which every key can be read: the primaries of a cluster, or the one server. */
export const primariesOf = (redis: RedisConnection): Redis[] =>
  redis instanceof Cluster ? redis.nodes('master') : [redis];

function sentinelOptions(
  {
    sentinels,
    name,
    database,
    sentinelPassword,
    isEncrypted,
  }: Extract<ReturnType<typeof redisAddressOf>, { kind: 'sentinel' }>,
  { retryStrategy }: RedisOptions,
): RedisOptions {
  return {
    ...{ sentinels, name, db: database, sentinelPassword, enableTLSForSentinelMode: isEncrypted },
    // Sentinels tell of a failover. Without them, connections to a primary that hangs would stay.
    failoverDetector: true,
    sentinelRetryStrategy: (times) => retryStrategy?.(times) ?? Math.min(times * 100, 1_000),
    ...(isEncrypted && { sentinelTLS: {} }),
  };
}
