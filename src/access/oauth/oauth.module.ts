import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { SignInModule } from '#access/sign-in/sign-in.module.js';
import { ThrottlingModule } from '#access/throttling/throttling.module.js';
import { EgressModule } from '#platform/egress/egress.module.js';
import { formBody } from '#platform/http/form-body.middleware.js';
import { openCors } from '#platform/http/cors/open-cors.middleware.js';
import { ArtifactsQueries } from './artifacts.queries.js';
import { AuthorizationController } from './authorization.controller.js';
import { AuthorizationServer } from './authorization-server.js';
import { ClientMetadataFetcher } from './client-metadata.fetcher.js';
import { ConnectionsModule } from './connections.module.js';
import { InteractionController } from './interaction.controller.js';
import { InteractionsService } from './interactions.service.js';
import { MetadataController } from './metadata.controller.js';
import { AUTHORIZATION_SERVER_METADATA, OAUTH_PATHS, PROTECTED_RESOURCE_METADATA } from './oauth.addresses.js';
import { OauthLimits } from './oauth.limits.js';

const { token, registration, revocation, jwks, interaction } = OAUTH_PATHS;

/** The authorization server and its pages. For the API process only. */
@Module({
  imports: [ConnectionsModule, EgressModule, SignInModule, ThrottlingModule],
  controllers: [MetadataController, AuthorizationController, InteractionController],
  providers: [ArtifactsQueries, AuthorizationServer, ClientMetadataFetcher, OauthLimits, InteractionsService],
})
export class OauthModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(openCors)
      .forRoutes(AUTHORIZATION_SERVER_METADATA, PROTECTED_RESOURCE_METADATA, token, registration, revocation, jwks);
    consumer.apply(formBody).forRoutes(`${interaction}/:uid/{*path}`);
  }
}
