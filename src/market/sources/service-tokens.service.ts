import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PoliteClient } from '#platform/outbound/polite.client.js';
import type { Budget } from '#platform/outbound/polite.client.js';
import { Drift, type TokenExchange } from './connectors/connector.js';
import { SourceFailed } from './source.failures.js';

const MAX_TOKENS = 1_000;
const MS_PER_SECOND = 1_000;
/** A token is not used in its last minute, so that it does not end on its way. */
const SPARE_SECONDS = 60;
const OK = 200;

/** The tokens that services give for secrets, kept in memory until they end. */
@Injectable()
export class ServiceTokens {
  private readonly kept = new LRUCache<string, string>({ max: MAX_TOKENS });

  constructor(private readonly client: PoliteClient) {}

  /** The token for a secret. @throws SourceFailed, or what `PoliteClient.ask` throws */
  async of(exchange: TokenExchange, { id, secret }: { id: string; secret: string }, budget: Budget): Promise<string> {
    const known = this.kept.get(nameOf(secret));
    if (known !== undefined) return known;
    const { url, body } = await exchange.requestOf(secret, Date.now());
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, text } = await this.client.ask({ url, body, headers, budget, method: 'POST', credentialId: id });
    if (status !== OK)
      throw new SourceFailed('credential', `${new URL(url).host} gives no token for the credential (${status})`);
    const { token, seconds } = read(exchange, text);
    if (seconds > SPARE_SECONDS)
      this.kept.set(nameOf(secret), token, { ttl: (seconds - SPARE_SECONDS) * MS_PER_SECOND });
    return token;
  }

  /** Forgets the token for a secret, which the service does not accept any more. */
  forget({ secret }: { secret: string }): void {
    this.kept.delete(nameOf(secret));
  }
}

/** Secrets are no keys of a map, which a dump of the memory would show by name. */
const nameOf = (secret: string): string => createHash('sha256').update(secret).digest('base64');

function read(exchange: TokenExchange, text: string): { token: string; seconds: number } {
  try {
    return exchange.read(JSON.parse(text));
  } catch (error) {
    if (error instanceof Drift || error instanceof SyntaxError)
      throw new SourceFailed('drift', 'The answer to the request for a token has an unexpected format');
    throw error;
  }
}
