import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import type { OAuthClientProvider as OlderProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CALLBACK } from './oauth.js';

/** What an assistant remembers of a connection; it opens no browser but keeps the address it would have opened. */
export class Memory implements OAuthClientProvider {
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

export interface Answer {
  isError?: boolean;
  structuredContent?: unknown;
}

/** An official client, of either generation. */
export interface Assistant {
  connect(): Promise<void>;
  finishAuth(callback: URLSearchParams): Promise<void>;
  toolNames(): Promise<string[]>;
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

const identity = { name: 'test-assistant', version: '1.0.0' };

/** The current client, which speaks the older revision alone (`legacy`) or the newest where the server does (`auto`). */
export function assistant(
  mode: 'legacy' | 'auto',
  url: URL,
  options: { authProvider?: Memory; key?: string },
): Assistant {
  const { authProvider, key } = options;
  const transport = () =>
    new StreamableHTTPClientTransport(url, {
      ...(authProvider && { authProvider }),
      ...(key && { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
    });
  let used = transport();
  const client = new Client(identity, { versionNegotiation: { mode } });
  return {
    connect: () => client.connect((used = transport())),
    finishAuth: (callback) => used.finishAuth(callback),
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args = {}) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}

/** The client of the generation before. */
export function olderAssistant(url: URL, authProvider: Memory): Assistant {
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
    call: (name, args = {}) => client.callTool({ name, arguments: args }) as Promise<Answer>,
    close: () => client.close(),
  };
}
