import { rm } from 'node:fs/promises';

/** Stops what global-setup.mjs started, and deletes the temporary files of the run. A watcher begins the next run in this process. */
export default async function globalTeardown() {
  await globalThis.stopServices?.();
  const { usual, ofRun } = globalThis.temporaryFolders;
  await rm(ofRun, { recursive: true, force: true });
  process.env.TMPDIR = usual;
}
