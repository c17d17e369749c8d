import { Module } from '@nestjs/common';
import { ArtifactsPurge } from './artifacts.purge.js';
import { ConnectionsModule } from './connections.module.js';

@Module({ imports: [ConnectionsModule], providers: [ArtifactsPurge] })
export class OauthWorkerModule {}
