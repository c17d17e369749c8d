import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LinkTokens } from './link-tokens.service.js';
import { Secret } from './secret.entity.js';
import { SecretsService } from './secrets.service.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Secret])],
  providers: [SecretsService, LinkTokens],
  exports: [SecretsService, LinkTokens],
})
export class SecretsModule {}
