/** Stops what global-setup.mjs started. */
export default async function globalTeardown() {
  await globalThis.removeTemplate?.();
  await globalThis.stopServices?.();
}
