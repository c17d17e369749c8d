import { Module } from '@nestjs/common';
import { UnknownPageController } from './unknown-page.controller.js';

@Module({ controllers: [UnknownPageController] })
export class UnknownPageModule {}
