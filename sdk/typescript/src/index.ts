export * as errors from './generated/errors.gen.js';
export type * from './generated/types.gen.js';
export { allItems } from './pages.js';
export { Qualm, type QualmOptions } from './qualm.js';
export { QualmError } from './qualm.error.js';
export * as webhooks from './webhooks.js';
