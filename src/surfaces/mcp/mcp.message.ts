import { isJsonContentType } from '@modelcontextprotocol/server';
import { isDeeperThan } from '#platform/operations/nesting.js';
import express, { type Request, type RequestHandler, type Response } from 'express';

/** The parts of a message that are needed before the SDK reads it. */
export interface RpcCall {
  body: unknown;
  /** The name of the tool that `tools/call` asks for. */
  tool?: string;
  /** The client asks for progress notifications. */
  wantsProgress: boolean;
}

/** The error for a body that is not a message, with its HTTP status. */
export interface RpcFault {
  status: number;
  code: number;
  message: string;
}

export const INTERNAL_ERROR = -32603;
/** From the range that JSON-RPC reserves for servers. */
export const SERVER_ERROR = -32000;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
export const INVALID_PARAMS = -32602;

/** Reads messages of at most `limit` bytes. */
export function messageReader(limit: number): (request: Request, response: Response) => Promise<RpcCall | RpcFault> {
  const parse: RequestHandler = express.json({ limit, strict: false });
  return async (request, response) => {
    if (!isJsonContentType(request.headers['content-type'])) {
      return { status: 415, code: INVALID_REQUEST, message: 'Send the message as application/json' };
    }
    const failure = await new Promise<{ status?: number } | undefined>((resolve) => {
      parse(request, response, (error?: unknown) => resolve(error as { status?: number } | undefined));
    });
    if (failure?.status === 413) return { status: 413, code: INVALID_REQUEST, message: 'The message is too large' };
    if (failure) return { status: 400, code: PARSE_ERROR, message: 'Parse error' };
    return readCall(request.body);
  };
}

export const isFault = (received: RpcCall | RpcFault): received is RpcFault => 'status' in received;

/** A JSON-RPC error response. */
export const rpcError = (id: string | number | null, code: number, message: string, data?: unknown): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data !== undefined && { data }) },
});

/** The id of a message, or null if it has none. A failure names the call it belongs to. */
export function idOf(body: unknown): string | number | null {
  const { id } = (body ?? {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** The arguments of a tool have at most 16 levels. */
const MAX_DEPTH = 32;

function readCall(body: unknown): RpcCall | RpcFault {
  if (isDeeperThan(body, MAX_DEPTH)) {
    return { status: 400, code: INVALID_PARAMS, message: `Invalid params: nested deeper than ${MAX_DEPTH} levels` };
  }
  // Only one revision of 2025 had batches. A batch would also bypass the rate limit.
  if (Array.isArray(body)) return { status: 400, code: INVALID_REQUEST, message: 'Batches are not supported' };
  const { method, params } = (body ?? {}) as {
    method?: unknown;
    params?: { name?: unknown; _meta?: { progressToken?: unknown } };
  };
  const name = method === 'tools/call' ? params?.name : undefined;
  return {
    body,
    ...(typeof name === 'string' && { tool: name }),
    wantsProgress: params?._meta?.progressToken !== undefined,
  };
}
