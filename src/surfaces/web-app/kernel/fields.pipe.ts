import { Injectable, type PipeTransform } from '@nestjs/common';
import type { PageRequest } from './page.route.js';

const MANY = '[]';

/** Reads the declared fields of a form. */
@Injectable()
export class FieldsPipe implements PipeTransform<{ names: readonly string[]; request: PageRequest }> {
  transform({ names, request }: { names: readonly string[]; request: PageRequest }): Record<string, string | string[]> {
    const body = (request.body ?? {}) as Record<string, unknown>;
    const fields = names.map((name): [string, string | string[]] =>
      name.endsWith(MANY) ? manyOf(body, name.slice(0, -MANY.length)) : [name, textOf(body[name])],
    );
    request.fieldNames = fields.map(([name]) => name);
    return Object.fromEntries(fields);
  }
}

/** Browsers send a line break as two characters, and count it as one. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '');

const manyOf = (body: Record<string, unknown>, name: string): [string, string[]] => [
  name,
  [body[name] ?? []].flat().map(String),
];
