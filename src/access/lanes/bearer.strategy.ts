import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';

/** The part of a request that the strategy gets. */
export interface Presented {
  headers: IncomingHttpHeaders;
  clientIp: string;
}

/** Resolves a bearer token, which is an API key or the access token of a connection, to its team. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  private readonly keyPrefixes: readonly string[];

  constructor(
    private readonly apiKeys: ApiKeysService,
    private readonly connections: ConnectionsService,
    @Inject(ENV) env: Env,
  ) {
    super({ passReqToCallback: true });
    this.keyPrefixes = ['live', 'test'].map((mode) => `${env.BRAND_PREFIX}_${mode}_`);
  }

  async validate({ clientIp }: Presented, token: string): Promise<TeamCaller | false> {
    const credentials = this.keyPrefixes.some((prefix) => token.startsWith(prefix)) ? this.apiKeys : this.connections;
    return (await credentials.resolve(token, clientIp)) ?? false;
  }
}
