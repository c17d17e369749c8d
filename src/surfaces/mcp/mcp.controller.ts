import { All, Controller, Inject, Logger, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { rateLimited, RateLimiter } from '#access/lanes/rate-limiter.js';
import { type ToolCaller, ToolCallers } from '#access/lanes/tool-callers.service.js';
import { addressesOf, SCOPE } from '#access/oauth/oauth.addresses.js';
import { ENV, type Env } from '#config/env.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import { asApplicationError } from '#platform/http/failure.filter.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { McpEndpoint } from './mcp.endpoint.js';
import { INTERNAL_ERROR, isFault, messageReader, type RpcCall, rpcError, SERVER_ERROR } from './mcp.message.js';
import { ToolRunner } from './tool.runner.js';

/** The two addresses of the tool protocol: `/mcp` never asks anybody to sign in, `/mcp/auth` always does. */
@Controller('mcp')
@OpenRoute('the tool protocol has its own credentials, limits and errors')
export class McpController {
  private readonly log = new Logger(McpController.name);
  private readonly read: ReturnType<typeof messageReader>;
  private readonly whereToSignIn: string;

  constructor(
    private readonly endpoint: McpEndpoint,
    private readonly callers: ToolCallers,
    private readonly limiter: RateLimiter,
    private readonly runner: ToolRunner,
    @Inject(ENV) env: Env,
  ) {
    this.read = messageReader(env.BODY_LIMIT_BYTES);
    this.whereToSignIn = `resource_metadata="${addressesOf(env).protectedResourceMetadata}", scope="${SCOPE}"`;
  }

  @Post()
  async open(@Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    await this.answer(request, response, { signIn: false });
  }

  @Post('auth')
  async connected(@Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    await this.answer(request, response, { signIn: true });
  }

  @All()
  refuseMethod(@Res() response: Response): void {
    response
      .status(405)
      .set('Allow', 'POST')
      .json(rpcError(null, SERVER_ERROR, 'Method not allowed: use POST'));
  }

  @All('auth')
  async refuseCallerOrMethod(@Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    const { credential } = await this.callers.identify(request);
    if (credential === 'valid') this.refuseMethod(response);
    else this.refuseCaller(response, credential, { signIn: true });
  }

  /** The order of checks is that of REST: rate limit, credential, message; the tool does the rest. */
  private async answer(request: ApiRequest, response: Response, { signIn }: { signIn: boolean }): Promise<void> {
    let id: RpcCall['id'] = null;
    try {
      const { caller, credential } = await this.callers.identify(request);
      request.caller = caller;
      const received = await this.read(request, response);
      if (!isFault(received)) id = received.id;
      await this.count(request, response, isFault(received) ? undefined : received.tool);
      if (credential === 'invalid' || (signIn && credential === 'none')) {
        return this.refuseCaller(response, credential, { signIn });
      }
      if (isFault(received)) {
        return void response.status(received.status).json(rpcError(null, received.code, received.message));
      }
      await this.endpoint.serve(request, response, received);
    } catch (error) {
      const failure = asApplicationError(error);
      if (failure.code === 'internal_error') this.log.error({ error, requestId: request.requestId }, 'request failed');
      if (response.headersSent) return void response.destroy();
      const code = failure.code === 'internal_error' ? INTERNAL_ERROR : SERVER_ERROR;
      response.status(failure.status).json(rpcError(id, code, failure.message, failure.toBody()));
    }
  }

  /** Counts the request as REST does, on the same counters. @throws 429 */
  private async count(request: ApiRequest, response: Response, tool: string | undefined): Promise<void> {
    const spends = tool !== undefined && this.runner.find(tool)?.operation.spends === true;
    const state = await this.limiter.hit(request.caller, spends);
    response.setHeader('X-RateLimit-Limit', state.limit);
    response.setHeader('X-RateLimit-Remaining', state.remaining);
    response.setHeader('X-RateLimit-Reset', state.resetAt);
    if (!state.exceeded) return;
    response.setHeader('Retry-After', state.retryAfterSeconds);
    throw rateLimited(state);
  }

  /** 401 with the challenge of RFC 6750; only `/mcp/auth` says where to sign in, so that `/mcp` never starts a login. */
  private refuseCaller(
    response: Response,
    credential: ToolCaller['credential'],
    { signIn }: { signIn: boolean },
  ): void {
    const message =
      credential === 'none' ? 'Sign in to use this address' : 'The token or key is invalid, expired or revoked';
    const parameters = [
      ...(credential === 'none' ? [] : [`error="invalid_token"`, `error_description="${message}"`]),
      ...(signIn ? [this.whereToSignIn] : []),
    ];
    response
      .status(401)
      .set('WWW-Authenticate', `Bearer ${parameters.join(', ')}`)
      .json(rpcError(null, SERVER_ERROR, message));
  }
}
