import { Module } from '@nestjs/common';
import { PageKernelModule } from './kernel/kernel.module.js';
import { UnknownPageController } from './unknown-page.controller.js';

@Module({ imports: [PageKernelModule], controllers: [UnknownPageController] })
export class UnknownPageModule {}
