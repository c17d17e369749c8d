import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Secret } from './secret.entity.js';
import { SecretsService } from './secrets.service.js';

@Global()
@Module({ imports: [TypeOrmModule.forFeature([Secret])], providers: [SecretsService], exports: [SecretsService] })
export class SecretsModule {}
