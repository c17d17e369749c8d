import {
  Client,
  type ElicitResult,
  type OAuthClientInformationMixed,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  type Progress,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import type { OAuthClientProvider as OlderProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CALLBACK } from './oauth.js';

/** The stored connection of an assistant. Instead of opening a browser, it keeps the authorization URL. */
export class StoredConnection implements OAuthClientProvider {
  readonly clientMetadata: OAuthClientMetadata;
  authorizationUrl: URL | undefined;
  saved: OAuthTokens | undefined;
  private information: OAuthClientInformationMixed | undefined;
  private verifier = '';
  private discovered: OAuthDiscoveryState | undefined;

  constructor(readonly redirectUrl = CALLBACK) {
    this.clientMetadata = { client_name: 'Assistant', redirect_uris: [redirectUrl] };
  }

  clientInformation = () => this.information;
  tokens = () => this.saved;
  codeVerifier = () => this.verifier;
  discoveryState = () => this.discovered;
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovered = state;
  }
  saveClientInformation(information: OAuthClientInformationMixed): void {
    this.information = information;
  }
  saveTokens(tokens: OAuthTokens): void {
    this.saved = tokens;
  }
  invalidateCredentials(): void {
    this.saved = undefined;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url;
  }
}

export interface ToolResult {
  isError?: boolean;
  structuredContent?: unknown;
  content?: unknown;
}

/** An official client of the current or the previous SDK. */
export interface Assistant {
  connect(): Promise<void>;
  finishAuth(callback: URLSearchParams): Promise<void>;
  toolNames(): Promise<string[]>;
  call(name: string, args?: Record<string, unknown>, onprogress?: (progress: Progress) => void): Promise<ToolResult>;
  close(): Promise<void>;
}

const identity = { name: 'test-assistant', version: '1.0.0' };

/** The client of the current SDK. `legacy` uses only the older revision, `auto` the newest that the server supports. */
export function assistant(
  mode: 'legacy' | 'auto',
  url: URL,
  options: { authProvider?: StoredConnection; key?: string; answer?: (question: string) => ElicitResult },
): Assistant {
  const { authProvider, key, answer } = options;
  const transport = () =>
    new StreamableHTTPClientTransport(url, {
      ...(authProvider && { authProvider }),
      ...(key && { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
    });
  let used = transport();
  const capabilities = answer ? { elicitation: { form: {} } } : {};
  const client = new Client(identity, { versionNegotiation: { mode }, capabilities });
  if (answer) client.setRequestHandler('elicitation/create', ({ params }) => answer(params.message));
  return {
    connect: () => client.connect((used = transport())),
    finishAuth: (callback) => used.finishAuth(callback),
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args = {}, onprogress) => client.callTool({ name, arguments: args }, { onprogress }),
    close: () => client.close(),
  };
}

/** The client of the previous SDK. */
export function olderAssistant(url: URL, authProvider: StoredConnection): Assistant {
  const transport = () => new OlderTransport(url, { authProvider: authProvider as unknown as OlderProvider });
  let used = transport();
  let client = new OlderClient(identity);
  return {
    connect: () => {
      client = new OlderClient(identity);
      return client.connect((used = transport()));
    },
    finishAuth: (callback) => used.finishAuth(callback.get('code') ?? ''),
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args = {}, onprogress) =>
      client.callTool({ name, arguments: args }, undefined, { onprogress }) as Promise<ToolResult>,
    close: () => client.close(),
  };
}
