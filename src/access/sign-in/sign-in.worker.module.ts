import { Module } from '@nestjs/common';
import { SessionsPurge } from './sessions.purge.js';
import { SignInModule } from './sign-in.module.js';

@Module({ imports: [SignInModule], providers: [SessionsPurge] })
export class SignInWorkerModule {}
