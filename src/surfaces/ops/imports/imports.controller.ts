import {
  Controller,
  Get,
  Inject,
  Logger,
  Param,
  Post,
  Req,
  Res,
  UploadedFile,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { ENV, type Env } from '#config/env.js';
import { ImportsService } from '#market/imports/imports.service.js';
import { invalidRequest } from '#platform/errors/application-error.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { ImportUndo } from '#workspace/import-undo/import-undo.service.js';
import { ImportUploads, MAX_UPLOAD_BYTES } from '#workspace/import-uploads/import-uploads.service.js';
import { fieldsOf } from '../form.fields.js';
import { OperatorGuard } from '../operator.guard.js';
import { ImportNumberPipe } from './import-number.pipe.js';
import { ImportPage, UndoPage } from './import.page.js';
import { ImportsPage } from './imports.page.js';
import { kindIn, optionsIn } from './upload.form.js';
import { UploadPage } from './upload.page.js';

/** A file of a form. */
interface SentFile {
  originalname: string;
  buffer: Buffer;
}

const LISTED = 50;
const REFRESH_SECONDS = 2;
const LIST = '/ops/imports';

/** Imports in the browser, for operators: upload a file, see how it is read, import it, and undo the import. */
@Controller('ops/imports')
@OpenRoute('operators have separate credentials')
@UseGuards(OperatorGuard)
export class ImportsController {
  private readonly log = new Logger(ImportsController.name);

  constructor(
    private readonly imports: ImportsService,
    private readonly uploads: ImportUploads,
    private readonly undo: ImportUndo,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    sendPlainPage(response, 200, ImportsPage({ imports: await this.imports.list(LISTED), maxBytes: MAX_UPLOAD_BYTES }));
  }

  @Post()
  @UseInterceptors(FileInterceptor('file', { limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 5 } }))
  async upload(
    @UploadedFile() file: SentFile | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    // Only a form with a file has a body here.
    const kind = kindIn((request.body as Record<string, unknown> | undefined)?.kind);
    if (!file || file.buffer.length === 0) throw invalidRequest('Choose a file that is not empty');
    const fileName = Buffer.from(file.originalname, 'latin1').toString('utf8').slice(0, 200);
    const id = await this.uploads.add({ kind, fileName, content: file.buffer, startedBy: this.env.OPS_USER });
    response.redirect(303, `${LIST}/files/${id}`);
  }

  @Get('files/:id')
  async show(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const upload = await this.uploads.get(id);
    if (upload.import_id !== null) return response.redirect(303, `${LIST}/${upload.import_id}`);
    if (upload.state === 'queued' || upload.state === 'running') response.setHeader('Refresh', REFRESH_SECONDS);
    const options = optionsIn(request.query);
    const peek = upload.state === 'uploaded' ? await this.uploads.peek(id, options) : null;
    sendPlainPage(response, 200, UploadPage({ upload, options, peek }));
  }

  @Post('files/:id')
  async start(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.uploads.start(id, optionsIn(await fieldsOf(request, response)));
    response.redirect(303, `${LIST}/files/${id}`);
  }

  @Get(':number')
  async get(@Param('number', ImportNumberPipe) number: number, @Res() response: Response): Promise<void> {
    const found = await this.imports.get(number);
    if (found.state === 'running' || found.state === 'undoing') response.setHeader('Refresh', REFRESH_SECONDS);
    sendPlainPage(response, 200, ImportPage({ found, upload: await this.uploads.findByImport(number) }));
  }

  @Get(':number/undo')
  async confirm(@Param('number', ImportNumberPipe) number: number, @Res() response: Response): Promise<void> {
    sendPlainPage(response, 200, UndoPage(await this.undo.preview(number)));
  }

  /** Begins the undo, which goes on after the answer. If this process ends, the page offers to continue it. */
  @Post(':number/undo')
  async undoImport(@Param('number', ImportNumberPipe) number: number, @Res() response: Response): Promise<void> {
    await this.undo.preview(number);
    const failed = (error: unknown): void => this.log.error({ error, import: number }, 'the undo of an import stopped');
    await new Promise<void>((begun) => {
      this.undo
        .undo(number, () => begun())
        .then(
          () => begun(),
          (error: unknown) => (failed(error), begun()),
        );
    });
    response.redirect(303, `${LIST}/${number}`);
  }
}
