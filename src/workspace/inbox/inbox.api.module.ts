import { Module } from '@nestjs/common';
import { InboxController } from './inbox.controller.js';
import { InboxModule } from './inbox.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [InboxModule], controllers: [InboxController] })
export class InboxApiModule {}
