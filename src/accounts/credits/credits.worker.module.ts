import { Module } from '@nestjs/common';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { CreditsModule } from './credits.module.js';
import { WelcomeSubscriber } from './welcome.subscriber.js';

/** Gives welcome credits, in the worker only. */
@Module({ imports: [CreditsModule, TeamsModule], providers: [WelcomeSubscriber] })
export class CreditsWorkerModule {}
