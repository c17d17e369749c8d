import { Module } from '@nestjs/common';
import { HomeController } from './home.controller.js';
import { HomeModule } from './home.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [HomeModule], controllers: [HomeController] })
export class HomeApiModule {}
