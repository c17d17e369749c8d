import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { notFound } from '#platform/errors/application-error.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { assetAt } from './assets.js';

/** The stylesheet and scripts of the pages. */
@Controller('assets')
@OpenRoute('files that every page loads')
export class AssetsController {
  @Get(':name')
  asset(@Req() request: Request, @Res() response: Response): void {
    const asset = assetAt(request.path);
    if (!asset) throw notFound();
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.type(asset.type).send(asset.body);
  }
}
