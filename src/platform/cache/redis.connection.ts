import { once } from 'node:events';
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
  if (address.kind === 'server') return withoutLateTimer(new Redis(address.url, common));
  const { username, password, isEncrypted } = address;
  const login = { username, password, ...(isEncrypted && { tls: {} }) };
  if (address.kind === 'sentinel') {
    const redis = withoutLateTimer(new Redis({ ...common, ...login, ...sentinelOptions(address, options) }));
    const { connector } = redis as unknown as { connector: AbstractConnector };
    // ioredis leaves the connections to the Sentinels open after `quit`.
    return redis.on('end', () => connector.disconnect());
  }
  const { keyPrefix, enableOfflineQueue, retryStrategy, maxRedirections, lazyConnect, ...ofNode } = common;
  const cluster = new SettledCluster(address.nodes, {
    ...{ keyPrefix, enableOfflineQueue, maxRedirections, lazyConnect },
    ...(retryStrategy && { clusterRetryStrategy: retryStrategy }),
    // Certificates name hosts, and a resolved address is none.
    ...(isEncrypted && { dnsLookup: (host, found) => found(null, host) }),
    redisOptions: { ...ofNode, ...login },
  });
  return cluster.on('+node', withoutLateTimer);
}

/** A timer of `socketTimeout` that outlives its connection would cut the next one, and keep a process that has closed all. */
function withoutLateTimer(redis: Redis): Redis {
  const inside = redis as unknown as { socketTimeoutTimer?: NodeJS.Timeout };
  return redis.on('close', () => {
    clearTimeout(inside.socketTimeoutTimer);
    inside.socketTimeoutTimer = undefined;
  });
}

/**
 * A cluster of ioredis that always ends, and whose attempts to connect all have an outcome. Without this a worker waits forever, and
 * does not close, after some failovers. The members that ioredis uses itself in the other cases are private.
 */
class SettledCluster extends Cluster {
  constructor(...settings: ConstructorParameters<typeof Cluster>) {
    super(...settings);
    // The connection to a node may end later than the cluster, which is then closed again, and nothing would end it.
    this.on('close', () => setImmediate(() => this.endIn('close')));
  }

  /** An attempt that finds a cluster in the middle of a failover is followed by another one, and would itself never settle. */
  override async connect(): Promise<void> {
    const outcome = new AbortController();
    try {
      const ended = once(this, 'end', outcome).then(() => Promise.reject(new Error('Connection is closed.')));
      await Promise.race([super.connect(), once(this, 'ready', outcome), ended]);
    } finally {
      outcome.abort();
    }
  }

  /** Without connections, whose end ioredis would notice, it ends at once, and with it the commands that wait. */
  override disconnect(reconnect = false): void {
    const hasConnections = this.nodes().length > 0;
    super.disconnect(reconnect);
    if (!hasConnections && !reconnect) this.endIn('disconnecting');
  }

  /** Ends, or connects again, if this is still the state and no attempt to connect is planned. */
  private endIn(state: 'close' | 'disconnecting'): void {
    const inside = this as unknown as { reconnectTimeout?: NodeJS.Timeout | null; handleCloseEvent(): void };
    if (this.status === state && !inside.reconnectTimeout) inside.handleCloseEvent();
  }
}

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
