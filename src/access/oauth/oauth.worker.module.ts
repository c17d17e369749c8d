import { Module } from '@nestjs/common';
import { ArtifactsPurge } from './artifacts.purge.js';
import { ArtifactsQueries } from './artifacts.queries.js';
import { ConnectionsModule } from './connections.module.js';

@Module({ imports: [ConnectionsModule], providers: [ArtifactsPurge, ArtifactsQueries] })
export class OauthWorkerModule {}
