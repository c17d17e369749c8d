import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { LimitedByAddress } from '#access/sign-in/browser-limit.guard.js';
import { notFound } from '#platform/errors/application-error.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { clientArchive } from './client.archives.js';

/** The packages of the clients. */
@Controller('sdk')
@LimitedByAddress()
@OpenRoute('the clients are public')
export class ClientsController {
  @Get(':name')
  download(@Param('name') name: string, @Res() response: Response): void {
    const archive = clientArchive(name);
    if (!archive) throw notFound();
    response.set('Cache-Control', 'public, max-age=300').type('application/gzip').send(archive);
  }
}
