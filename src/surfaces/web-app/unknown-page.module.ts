import { Module } from '@nestjs/common';
import { UnknownPageController } from './unknown-page.controller.js';
import { WebAppModule } from './web-app.module.js';

@Module({ imports: [WebAppModule], controllers: [UnknownPageController] })
export class UnknownPageModule {}
