import type { Env } from '#config/env.js';
import { ImportsModule } from '#market/imports/imports.module.js';
import { type ImportRow, ImportsService } from '#market/imports/imports.service.js';
import { PlatformModule } from '#platform/platform.module.js';
import { ImportUndoModule } from '#workspace/import-undo/import-undo.module.js';
import { ImportUndo, type UndoCounts, type UndoPreview } from '#workspace/import-undo/import-undo.service.js';
import { inContext } from '../command.context.js';

const reading = (env: Env) => [PlatformModule.forRoot(env), ImportsModule];

/** The last imports, the newest first. */
export const listImports = (limit: number): Promise<ImportRow[]> =>
  inContext(reading, (context) => context.get(ImportsService).list(limit));

/** @throws 404 */
export const showImport = (id: number): Promise<ImportRow> =>
  inContext(reading, (context) => context.get(ImportsService).get(id));

/** Undoes an import after `confirm`, which gets what the undo would do. @throws 404; 400 for an import of contacts */
export const undoImport = (
  id: number,
  confirm: (preview: UndoPreview) => Promise<void>,
  onProgress: (seen: number, of: number) => void,
): Promise<UndoCounts> =>
  inContext(
    (env) => [PlatformModule.forRoot(env), ImportUndoModule],
    async (context) => {
      const undo = context.get(ImportUndo);
      const preview = await undo.preview(id);
      await confirm(preview);
      const all = Object.values(preview.kept).reduce((sum, count) => sum + count, preview.removed);
      return undo.undo(id, (seen) => onProgress(seen, Math.max(seen, all)));
    },
  );
