import type { Tool } from './tool.js';

/** The menu: every tool, in the order clients see them. */
export const CATALOG: readonly Tool[] = [];
