import { Module } from '@nestjs/common';
import { AccountController } from './account.controller.js';
import { AccountModule } from './account.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [AccountModule], controllers: [AccountController] })
export class AccountApiModule {}
