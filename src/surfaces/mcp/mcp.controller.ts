import { All, Controller, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { TakesBearer } from '#access/lanes/bearer.guard.js';
import { LaneThrottlerGuard } from '#access/lanes/lane-throttler.guard.js';
import { addressesOf, SCOPE } from '#access/oauth/oauth.addresses.js';
import { decide } from '#access/policy/access.policy.js';
import { ENV, type Env } from '#config/env.js';
import type { AnonymousCaller } from '#platform/caller/caller.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { McpEndpoint } from './mcp.endpoint.js';
import { McpFailureFilter } from './mcp.failure.filter.js';
import { idOf, INVALID_PARAMS, isFault, messageReader, rpcError, SERVER_ERROR } from './mcp.message.js';
import { chosenTools, isToolsetFault, type ToolsetFault } from './mcp.toolsets.js';
import { ToolRunner } from './tool.runner.js';

/** The two MCP addresses: `/mcp` never asks a caller to log in, `/mcp/auth` requires a credential. */
@Controller('mcp')
@OpenRoute('MCP has its own messages and errors')
@TakesBearer()
@UseFilters(McpFailureFilter)
export class McpController {
  private readonly read: ReturnType<typeof messageReader>;
  private readonly loginChallenge: string;

  constructor(
    private readonly endpoint: McpEndpoint,
    private readonly throttler: LaneThrottlerGuard,
    private readonly runner: ToolRunner,
    @Inject(ENV) env: Env,
  ) {
    this.read = messageReader(env.BODY_LIMIT_BYTES);
    this.loginChallenge = `resource_metadata="${addressesOf(env).protectedResourceMetadata}", scope="${SCOPE}"`;
  }

  @Post()
  async open(@Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    await this.answer(request, response, { requiresLogin: false });
  }

  @Post('auth')
  async connected(@Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    await this.answer(request, response, { requiresLogin: true });
  }

  @All()
  refuseMethod(@Res() response: Response): void {
    response
      .status(405)
      .set('Allow', 'POST')
      .json(rpcError(null, SERVER_ERROR, 'Method not allowed: use POST'));
  }

  @All('auth')
  refuseCallerOrMethod(@Req() { caller }: ApiRequest, @Res() response: Response): void {
    if (caller.lane === 'anonymous') this.refuseCaller(response, caller, { requiresLogin: true });
    else this.refuseMethod(response);
  }

  /** Checks in the same order as REST: rate limit, credential, message. The tool runs the remaining checks. */
  private async answer(
    request: ApiRequest,
    response: Response,
    { requiresLogin }: { requiresLogin: boolean },
  ): Promise<void> {
    const { caller } = request;
    const received = await this.read(request, response);
    const tool = isFault(received) || received.tool === undefined ? undefined : this.runner.find(received.tool);
    request.tool = tool?.name;
    await this.throttler.count({ caller, operation: tool?.operation }, response);
    const refusal = decide(null, caller);
    if (refusal?.code === 'unauthorized' || (caller.lane === 'anonymous' && requiresLogin)) {
      return this.refuseCaller(response, caller as AnonymousCaller, { requiresLogin });
    }
    if (refusal) {
      return void response.status(403).json(rpcError(null, SERVER_ERROR, refusal.message, refusal.details));
    }
    if (isFault(received)) {
      return void response.status(received.status).json(rpcError(idOf(request.body), received.code, received.message));
    }
    const tools = chosenTools(request);
    if (isToolsetFault(tools)) return refuseToolsets(request, response, tools);
    await this.endpoint.serve(request, response, { ...received, tools });
  }

  /** 401 with the challenge of RFC 6750. Only `/mcp/auth` names the metadata for a login; `/mcp` starts no login. */
  private refuseCaller(
    response: Response,
    { hasInvalidCredential }: { hasInvalidCredential?: true },
    { requiresLogin }: { requiresLogin: boolean },
  ): void {
    const message = hasInvalidCredential
      ? 'The token or key is invalid, expired or revoked'
      : 'Log in to use this address';
    const parameters = [
      ...(hasInvalidCredential ? [`error="invalid_token"`, `error_description="${message}"`] : []),
      ...(requiresLogin ? [this.loginChallenge] : []),
    ];
    response
      .status(401)
      .set('WWW-Authenticate', `Bearer ${parameters.join(', ')}`)
      .json(rpcError(null, SERVER_ERROR, message));
  }
}

function refuseToolsets({ body }: ApiRequest, response: Response, { parameter, allowed }: ToolsetFault): void {
  const message = `Invalid params: ${parameter} must be one of: ${allowed.join(', ')}`;
  response.status(400).json(rpcError(idOf(body), INVALID_PARAMS, message, { allowed }));
}
