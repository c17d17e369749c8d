import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction, type TcpSocketConnectOpts } from 'node:net';
import type { Duplex } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { readUpTo } from './answer.reader.js';
import { addressAllowance, canonical, hostAllowance, isOwnMachine, isPublicAddress } from './address.judge.js';
import { EgressError, type RefusalCause, refused } from './egress.error.js';
import { type EgressTarget, hostOf, readTarget } from './egress.target.js';
import { HostResolver } from './host.resolver.js';

/** The time for one of several addresses before the next one is tried. */
const CONNECT_MS = 3_000;
const CHECK_MS = 5_000;
const LOOPBACK = ['127.0.0.1', '::1'];

export interface EgressRequest {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  body?: string;
  /** The time for everything: resolving, connecting, TLS, headers and body. */
  timeoutMs: number;
  /** The maximum number of bytes of the answer that are read. */
  maxBytes: number;
  signal?: AbortSignal;
}

/** An answer of any status. `isCut` if it had more bytes than were read. */
export interface EgressAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  isCut: boolean;
}

interface Route {
  target: EgressTarget;
  addresses: string[];
}

/**
 * The only client that connects to addresses which customers choose. It connects to public addresses and to those of
 * EGRESS_ALLOWED_CIDRS, and to exactly the addresses that were checked. With EGRESS_ALLOWED_HOSTS, it connects to these
 * names only. It follows no redirect and reads no proxy variable.
 */
@Injectable()
export class EgressClient {
  private readonly isAllowed: (address: string) => boolean;
  private readonly isAllowedHost: (host: string) => boolean;
  private readonly ownHost: string;
  private readonly ownPorts: readonly string[];

  constructor(
    @Inject(ENV) env: Env,
    private readonly resolver: HostResolver,
  ) {
    this.isAllowed = addressAllowance(env.EGRESS_ALLOWED_CIDRS);
    this.isAllowedHost = hostAllowance(env.EGRESS_ALLOWED_HOSTS);
    const own = new URL(env.PUBLIC_URL);
    this.ownHost = canonical(hostOf(own));
    this.ownPorts = [portOf(own), String(env.PORT)];
  }

  /** Why a request to this URL would be refused now, or null. Resolves the host and connects to nothing. */
  async check(url: string): Promise<RefusalCause | null> {
    try {
      await this.route(url, AbortSignal.timeout(CHECK_MS));
      return null;
    } catch (error) {
      if (error instanceof EgressError && error.refusal) return error.refusal;
      throw error;
    }
  }

  /** Sends one request. @throws EgressError if there is no answer in time, or the address is refused. */
  async send(request: EgressRequest): Promise<EgressAnswer> {
    const timeout = AbortSignal.timeout(request.timeoutMs);
    const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
    const route = await this.route(request.url, signal).catch((error: unknown) => {
      throw signal.aborted ? timedOut() : error;
    });
    return exchange(route, request, signal);
  }

  /** The addresses of a URL's host, all of them checked. @throws EgressError if one of them is refused. */
  private async route(url: string, signal: AbortSignal): Promise<Route> {
    const target = readTarget(url);
    if (!target.isAddress && !this.isAllowedHost(target.host)) throw refused('host_not_allowed');
    const isOwnName = canonical(target.host) === this.ownHost;
    if (isOwnName && !target.needsAllowance) throw refused('own_address');
    const addresses = await this.addressesOf(target, signal);
    const isAllowed = addresses.length > 0 && addresses.every((address) => this.isAllowed(address));
    if (target.needsAllowance && !isAllowed) throw refused(target.needsAllowance);
    if (addresses.length === 0) throw refused('unresolvable');
    if (this.isOwn(target.url, [target.host, ...addresses])) throw refused('own_address');
    const isReachable = (address: string): boolean => isPublicAddress(address) || this.isAllowed(address);
    if (!addresses.every(isReachable)) throw refused('private_address');
    return { target, addresses };
  }

  private async addressesOf({ host, isLiteral }: EgressTarget, signal: AbortSignal): Promise<string[]> {
    if (isLiteral) return [host];
    // Every machine has both loopback addresses, and an operator may allow only one of them.
    if (host === 'localhost') return LOOPBACK.filter((address) => this.isAllowed(address));
    return this.resolver.resolve(host, signal);
  }

  /** Our own host or machine at one of our own ports: a receiver may run on the same machine. */
  private isOwn(url: URL, hosts: readonly string[]): boolean {
    const isHere = hosts.some((host) => canonical(host) === this.ownHost || isOwnMachine(host));
    return isHere && this.ownPorts.includes(portOf(url));
  }
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');
const timedOut = (isSent = false): EgressError => new EgressError('timeout', 'The request took too long', null, isSent);

/** Sends the request to one of the checked addresses and reads the answer. */
async function exchange({ target, addresses }: Route, request: EgressRequest, signal: AbortSignal) {
  const { url, host } = target;
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const options: RequestOptions & Pick<TcpSocketConnectOpts, 'autoSelectFamilyAttemptTimeout'> = {
    method: request.method,
    headers: request.headers,
    lookup: pinned(addresses),
    autoSelectFamilyAttemptTimeout: CONNECT_MS,
    agent: false,
    signal,
    ...(!target.isLiteral && { servername: host }),
  };
  const outgoing = send(url, options);
  const connection = watch(outgoing, url);
  try {
    const answer = await answerTo(outgoing, request.body);
    const { statusCode: status = 0, headers } = answer;
    return { status, headers, ...(await readUpTo(request.maxBytes, answer)) };
  } catch (error) {
    const { isSecuring, isOpen } = connection;
    if (signal.aborted) throw timedOut(isOpen);
    const message = error instanceof Error ? error.message : String(error);
    throw new EgressError(isSecuring ? 'tls' : 'connection', message, null, isOpen);
  } finally {
    outgoing.destroy();
  }
}

/** Whether the connection is open for the request, or its TLS handshake is not complete. */
interface Connection {
  isSecuring: boolean;
  isOpen: boolean;
}

function watch(outgoing: ClientRequest, { protocol }: URL): Connection {
  const connection: Connection = { isSecuring: false, isOpen: false };
  const set = (isSecuring: boolean, isOpen: boolean) => (): Connection =>
    Object.assign(connection, { isSecuring, isOpen });
  const isSecure = protocol === 'https:';
  outgoing.once('socket', (socket: Duplex) => {
    socket.once('connect', set(isSecure, !isSecure)).once('secureConnect', set(false, true));
  });
  return connection;
}

function answerTo(outgoing: ClientRequest, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing
      .on('response', resolve)
      .on('error', reject)
      .on('close', () => reject(new Error('The connection closed without an answer')))
      .end(body);
  });
}

/** A look-up that answers with addresses that were already checked, so that a second answer of DNS changes nothing. */
const pinned =
  (addresses: string[]): LookupFunction =>
  (_host, options, callback) => {
    const [first = ''] = addresses;
    if (options.all)
      callback(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      );
    else callback(null, first, isIP(first));
  };
