import type { Request } from 'express';

/** Fields of a form as text; whatever is missing or repeated is empty. */
export function texts<Name extends string>(request: Request, ...names: Name[]): Record<Name, string> {
  const body = (request.body ?? {}) as Record<string, unknown>;
  const entries = names.map((name) => [name, typeof body[name] === 'string' ? body[name] : '']);
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** The page a list is asked for; whatever is no page number is the first. */
export const pageNumber = (value: unknown): number =>
  typeof value === 'string' && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : 1;
