import { Global, Module } from '@nestjs/common';
import { EncryptionService } from './encryption.service.js';
import { ReencryptionQueries } from './reencryption.queries.js';
import { ReencryptionService } from './reencryption.service.js';

@Global()
@Module({
  providers: [EncryptionService, ReencryptionService, ReencryptionQueries],
  exports: [EncryptionService, ReencryptionService],
})
export class EncryptionModule {}
