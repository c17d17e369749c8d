import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type NodeMcpRequestHandler, toNodeHandler } from '@modelcontextprotocol/node';
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  type McpHttpHandler,
  preloadSchemas,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Response as ExpressResponse } from 'express';
import type { ApiRequest } from '#platform/http/api-request.js';
import { McpServers } from './mcp.server.js';
import type { RpcCall } from './mcp.message.js';
import type { Tool } from './tool.js';
import type { CallContext } from './tool.runner.js';

/** Our data of a request. The SDK passes it through as authentication info. */
type Companion = { context: CallContext; calledTool?: string; tools: readonly Tool[]; wantsStream: boolean };

/** A call, and the tools that its request asks for. */
type ServedCall = RpcCall & { tools: readonly Tool[] };

/** Serves both revisions of the protocol on one address, with a new server for every request and without sessions. */
@Injectable()
export class McpEndpoint implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger(McpEndpoint.name);
  private readonly modern: McpHttpHandler;
  private readonly serveNode: NodeMcpRequestHandler;

  constructor(private readonly servers: McpServers) {
    const onerror = (error: Error): void => this.log.debug({ error }, 'protocol error');
    this.modern = createMcpHandler(({ authInfo }) => this.serverFor(authInfo, true), { legacy: 'reject', onerror });
    this.serveNode = toNodeHandler({ fetch: (request, options) => this.fetch(request, options) }, { onerror });
  }

  onModuleInit(): void {
    preloadSchemas();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.modern.close();
  }

  /** Serves a request after its body and its caller have been read. */
  async serve(request: ApiRequest, response: ExpressResponse, call: ServedCall): Promise<void> {
    // Only a stream can have notifications before the result.
    const wantsStream = call.wantsProgress && acceptsStream(request);
    widenAccept(request);
    const companion: Companion = {
      context: { caller: request.caller, requestId: request.requestId },
      calledTool: call.tool,
      tools: call.tools,
      wantsStream,
    };
    const auth: AuthInfo = { token: '', clientId: '', scopes: [], extra: { companion } };
    await this.serveNode(Object.assign(request, { auth }), response, call.body);
  }

  private async fetch(request: Request, options: McpHandlerRequestOptions = {}): Promise<Response> {
    const { parsedBody, authInfo } = options;
    if (!(await isLegacyRequest(request, parsedBody))) return this.modern.fetch(request, options);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: !(authInfo?.extra?.companion as Companion).wantsStream,
    });
    await this.serverFor(authInfo, false).connect(transport);
    return transport.handleRequest(request, { parsedBody, authInfo });
  }

  /** Only the newer revision has questions as results. */
  private serverFor(authInfo: AuthInfo | undefined, canAsk: boolean) {
    const { context, calledTool, tools, wantsStream } = authInfo?.extra?.companion as Companion;
    return this.servers.build(context, { calledTool, tools, showsProgress: wantsStream, canAsk });
  }
}

const acceptsStream = ({ headers: { accept } }: ApiRequest): boolean => accept?.includes('text/event-stream') ?? false;

/** The older revision requires both media types. Adding them supports clients that accept only JSON, such as curl. */
function widenAccept(request: ApiRequest): void {
  const { accept } = request.headers;
  if (accept === undefined || /\*\/\*|application\/(?:json|\*)|text\/event-stream/.test(accept)) {
    request.headers.accept = 'application/json, text/event-stream';
  }
}
