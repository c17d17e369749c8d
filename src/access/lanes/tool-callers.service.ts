import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { ENV, type Env } from '#config/env.js';
import type { Caller } from '#platform/caller/caller.js';
import { clientIp } from '#platform/http/client-ip.js';
import { keyCaller } from './key.caller.js';

/** Who is calling a tool, and whether a credential came along that is not valid: that is never the anonymous lane. */
export interface ToolCaller {
  caller: Caller;
  credential: 'none' | 'valid' | 'invalid';
}

const BEARER = /^Bearer +(\S+) *$/i;

/** Finds out who is calling the tool protocol: an API key, an OAuth connection, or nobody in particular. */
@Injectable()
export class ToolCallers {
  private readonly keyPrefix: string;

  constructor(
    private readonly apiKeys: ApiKeysService,
    private readonly connections: ConnectionsService,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.keyPrefix = `${env.BRAND_PREFIX}_live_`;
  }

  async identify(request: Request): Promise<ToolCaller> {
    const ip = clientIp(request, this.env.TRUSTED_PROXY_HOPS);
    const anonymous: Caller = { lane: 'anonymous', clientIp: ip };
    const { authorization } = request.headers;
    if (!authorization) return { caller: anonymous, credential: 'none' };
    const token = BEARER.exec(authorization)?.[1];
    const caller = token ? await this.holderOf(token, ip) : null;
    return caller ? { caller, credential: 'valid' } : { caller: anonymous, credential: 'invalid' };
  }

  private async holderOf(token: string, ip: string): Promise<Caller | null> {
    if (!token.startsWith(this.keyPrefix)) return this.connections.resolve(token, ip);
    const holder = await this.apiKeys.resolve(token);
    return holder ? keyCaller(holder, ip) : null;
  }
}
