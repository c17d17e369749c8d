import { createHash } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { TeamCaller } from '#platform/caller/caller.js';
import { REDIS } from '#platform/cache/redis.token.js';
import type { Operation } from '#platform/operations/operation.js';

/**
 * Answers of a minute ago, for tools that would charge again: a client whose connection broke sends the same call once
 * more and is to get what it has paid for. While Redis is away nothing that spends gets here.
 */
@Injectable()
export class ToolRepeats {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** The answer an identical call of the same credential got within the last `seconds`; otherwise that of `work`. */
  async once(
    operation: Operation,
    caller: TeamCaller,
    input: unknown,
    seconds: number,
    work: () => Promise<CallToolResult>,
  ): Promise<CallToolResult> {
    const call = JSON.stringify([caller.credentialId, operation.id, input]);
    const key = `tool-answer:${createHash('sha256').update(call).digest('base64url')}`;
    const known = await this.redis.get(key);
    if (known !== null) return JSON.parse(known) as CallToolResult;
    const answer = await work();
    // The charge stands whether or not its answer can be kept.
    await this.redis.set(key, JSON.stringify(answer), 'EX', seconds).catch(() => undefined);
    return answer;
  }
}
