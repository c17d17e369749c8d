import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { hostHeaderValidation, originValidation } from '@modelcontextprotocol/node';
import type { NextFunction, Request, Response } from 'express';
import { ENV, type Env } from '#config/env.js';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Answers 403 if Host or Origin is not public, loopback or configured. This prevents DNS rebinding by web pages. */
@Injectable()
export class McpOriginsMiddleware implements NestMiddleware {
  private readonly isHostAllowed: ReturnType<typeof hostHeaderValidation>;
  private readonly isOriginAllowed: ReturnType<typeof originValidation>;

  constructor(@Inject(ENV) env: Env) {
    const own = [new URL(env.PUBLIC_URL).hostname, ...LOOPBACK];
    this.isHostAllowed = hostHeaderValidation([...own, ...env.MCP_ALLOWED_HOSTS]);
    this.isOriginAllowed = originValidation([...own, ...env.MCP_ALLOWED_ORIGINS]);
  }

  use(request: Request, response: Response, next: NextFunction): void {
    if (this.isHostAllowed(request, response) && this.isOriginAllowed(request, response)) next();
  }
}
