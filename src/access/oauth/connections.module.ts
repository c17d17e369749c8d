import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { ArtifactsQueries } from './artifacts.queries.js';
import { ConnectionsQueries } from './connections.queries.js';
import { ConnectionsService } from './connections.service.js';
import { MemberRemovalService } from './member-removal.service.js';
import { OauthArtifact } from './oauth-artifact.entity.js';
import { OauthConnection } from './oauth-connection.entity.js';

/** Connections and their stored artifacts, without the authorization server. For every process. */
@Module({
  imports: [TypeOrmModule.forFeature([OauthArtifact, OauthConnection]), FactsModule, CreditsModule, TeamsModule],
  providers: [ConnectionsService, MemberRemovalService, ConnectionsQueries, ArtifactsQueries],
  exports: [ConnectionsService, MemberRemovalService],
})
export class ConnectionsModule {}
