import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { type errors, type JWK, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { ENV, type Env } from '#config/env.js';
import { clientIp } from '#platform/http/client-ip.js';
import { hashOfSecret, newSecret } from '#platform/secrets/random.secret.js';
import { SecretsService } from '#platform/secrets/secrets.service.js';
import { ArtifactAdapter } from './artifact.adapter.js';
import { ArtifactsQueries } from './artifacts.queries.js';
import { ClientMetadataFetcher } from './client-metadata.fetcher.js';
import { ConnectionsService } from './connections.service.js';
import { addressesOf, type OauthAddresses } from './oauth.addresses.js';
import { OauthLimits } from './oauth.limits.js';
import { failurePage } from './failure.page.js';
import { PLAIN_PAGE_HEADERS, renderPage } from '#platform/pages/page.response.js';
import { describeRedirect } from './redirect.target.js';
import { providerConfiguration } from './provider.configuration.js';

const UNKNOWN_CLIENT = 'This service does not know the assistant that asks, or no longer does';

/** The authorization server: oidc-provider with the service's database, keys and pages. */
@Injectable()
export class AuthorizationServer implements OnModuleInit {
  readonly addresses: OauthAddresses;
  private readonly log = new Logger(AuthorizationServer.name);
  private running: Provider | undefined;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly secrets: SecretsService,
    private readonly artifacts: ArtifactsQueries,
    private readonly connections: ConnectionsService,
    private readonly limits: OauthLimits,
    private readonly fetcher: ClientMetadataFetcher,
  ) {
    this.addresses = addressesOf(env);
  }

  get provider(): Provider {
    if (!this.running) throw new Error('The authorization server has not started.');
    return this.running;
  }

  async onModuleInit(): Promise<void> {
    const { env, artifacts, connections } = this;
    const key = JSON.parse(await this.secrets.get('oauth-signing-key', makeSigningKey)) as JWK;
    const cookieKey = await this.secrets.get('oauth-cookie-key', () => newSecret());
    const provider = new Provider(
      this.addresses.issuer,
      providerConfiguration(env, this.addresses, {
        adapter: (model) => new ArtifactAdapter(model, artifacts, connections, env.OAUTH_REFRESH_REUSE_GRACE_S),
        jwks: { keys: [key] },
        cookieKeys: [cookieKey],
        isLive: (grantId) => connections.isLive(grantId),
        mayFetch: async ({ req }) =>
          (await this.limits.wait('fetch-metadata', clientIp(req, env.TRUSTED_PROXY_HOPS))) === 0,
        fetchMetadata: (url, options) => this.fetcher.fetch(url, options),
        renderFailure: (context, out) => {
          context.set(PLAIN_PAGE_HEADERS);
          context.type = 'html';
          context.body = renderPage(
            failurePage(out.error === 'invalid_client' ? UNKNOWN_CLIENT : (out.error_description ?? out.error)),
          );
        },
      }),
    );
    // asProviderSees sets host and scheme from the configuration.
    provider.proxy = true;
    // Secrets of registered clients are stored as hashes, so hashes are compared.
    provider.Client.prototype.compareClientSecret = function (given: string): boolean {
      return this.clientSecret === hashOfSecret(given).toString('base64url');
    };
    provider.on('server_error', (_context: KoaContextWithOIDC, error: Error) =>
      this.log.error({ error }, 'the authorization server failed'),
    );
    provider.on('authorization.error', keepOnOurPages);
    this.running = provider;
  }
}

/**
 * Shows the failure of an authorization request on a page of ours. Nobody has agreed to the client yet, so a link to this server
 * must not lead to its host (RFC 9700, section 4.11.2). A program on the person's own computer is still told, and everyone after a decision.
 */
function keepOnOurPages(context: KoaContextWithOIDC, error: errors.OIDCProviderError): void {
  const { params, route } = context.oidc;
  const uri = params?.redirect_uri;
  const isLocal = typeof uri === 'string' && URL.canParse(uri) && describeRedirect(uri).isLocal;
  if (route !== 'authorization' || isLocal) return;
  error.allow_redirect = false;
  // An answer to a silent request has the status of a redirect.
  context.status = Math.max(context.status, 400);
}

async function makeSigningKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'oauth' });
}
