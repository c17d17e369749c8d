import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Backup } from './backup.entity.js';
import { BackupsQueries } from './backups.queries.js';
import { BackupsService } from './backups.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Backup])],
  providers: [BackupsQueries, BackupsService],
  exports: [BackupsService],
})
export class BackupsModule {}
