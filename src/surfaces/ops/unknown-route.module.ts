import { Module } from '@nestjs/common';
import { UnknownRouteController } from './unknown-route.controller.js';

@Module({ controllers: [UnknownRouteController] })
export class UnknownRouteModule {}
