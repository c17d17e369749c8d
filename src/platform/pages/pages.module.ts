import { type DynamicModule, Module } from '@nestjs/common';
import { publishAssets } from './assets.js';
import { AssetsController } from './assets.controller.js';

/** Serves the stylesheet and scripts that every page loads; the surface that owns the pages names their folder. */
@Module({ controllers: [AssetsController] })
export class PagesModule {
  static withAssets(folder: string): DynamicModule {
    publishAssets(folder);
    return { module: PagesModule };
  }
}
