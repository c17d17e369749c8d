import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import robotsParser from 'robots-parser';
import { BOT_NAME } from '#config/user-agent.js';
import { NotAllowed } from './outbound.errors.js';
import { type Budget, PoliteClient } from './polite.client.js';

interface Rules {
  isAllowed(url: string, agent: string): boolean | undefined;
}

/** The package declares a default export and exports the function itself. */
const parse = robotsParser as unknown as (url: string, text: string) => Rules;

const DAY_MS = 86_400_000;
/** Longer files are not read to the end: what comes later does not bind (RFC 9309). */
const MAX_BYTES = 524_288;

/** What robots.txt of a site allows us, remembered for a day. A site without the file allows everything. */
@Injectable()
export class RobotsRules {
  private readonly kept = new LRUCache<string, Rules>({ max: 500, ttl: DAY_MS });

  constructor(private readonly client: PoliteClient) {}

  /** @throws NotAllowed if the site forbids this address; Limited or Unreachable if its rules cannot be read now */
  async demand(url: string, budget: Budget): Promise<void> {
    const { origin, host } = new URL(url);
    const rules = this.kept.get(origin) ?? (await this.read(origin, budget));
    if (rules.isAllowed(url, BOT_NAME) === false) throw new NotAllowed(`robots.txt of ${host} forbids this address`);
  }

  private async read(origin: string, budget: Budget): Promise<Rules> {
    const address = `${origin}/robots.txt`;
    const { status, text } = await this.client.ask({ url: address, budget, maxBytes: MAX_BYTES });
    const rules = parse(address, status === 200 ? text : '');
    this.kept.set(origin, rules);
    return rules;
  }
}
