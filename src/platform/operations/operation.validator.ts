import { Injectable, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import type { InputFault } from '#platform/errors/application-error.js';
import type { Operation } from './operation.js';

type Location = 'path' | 'query' | 'body';

/** The deepest valid input has three levels. */
const DEEPEST = 16;

/** Raw values by location, as a surface received them. */
export type RawInput = Partial<Record<Location, unknown>>;

/** The validated parts, each an instance of its DTO, and every fault found. */
export interface Validated {
  input: Partial<Record<Location, object>>;
  faults: InputFault[];
}

/** Validates the input of an operation, for REST requests and tool calls alike. */
@Injectable()
export class OperationValidator {
  /** @returns the typed input and all faults; each surface decides how to report them. */
  validate(operation: Operation, raw: RawInput): Validated {
    const validated: Validated = { input: {}, faults: [] };
    for (const location of ['path', 'query', 'body'] as const) {
      const schema = operation.input[location];
      if (schema) this.check(schema, location, raw[location], validated);
      else if (location === 'body') refuseFields(raw.body, validated.faults);
    }
    return validated;
  }

  private check(schema: Type<object>, location: Location, raw: unknown, validated: Validated): void {
    const plain = raw ?? {};
    if (!isRecord(plain)) {
      validated.faults.push({
        field: location,
        location,
        code: 'is_object',
        message: `the ${location} must be a JSON object`,
      });
      return;
    }
    const unreadable = Object.keys(plain).filter((field) => !isReadable(plain[field], DEEPEST));
    if (unreadable.length > 0) {
      validated.faults.push(...unreadable.map((field) => unreadableField(field, location)));
      return;
    }
    const instance = plainToInstance(schema, plain, { exposeDefaultValues: true });
    const errors = validateSync(instance, {
      whitelist: true,
      // A typo in a body field could cost money. Unknown query parameters may come from proxies.
      forbidNonWhitelisted: location === 'body',
      forbidUnknownValues: false,
      stopAtFirstError: true,
    });
    validated.faults.push(...errors.flatMap((error) => faultsOf(error, location)));
    validated.faults.push(...nulBytes(instance, location));
    validated.input[location] = instance;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Refuses input that would attack the transformer: it recurses without a limit and trusts an object's `constructor`.
 */
function isReadable(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0 || Object.hasOwn(value, 'constructor')) return false;
  return Object.values(value).every((item) => isReadable(item, levels - 1));
}

const unreadableField = (field: string, location: Location): InputFault => ({
  field,
  location,
  code: 'unreadable',
  message: `${field} must not be nested deeper than ${DEEPEST} levels or have a field named constructor`,
});

function refuseFields(body: unknown, faults: InputFault[]): void {
  if (body === undefined) return;
  if (!isRecord(body)) {
    faults.push({
      field: 'body',
      location: 'body',
      code: 'is_object',
      message: 'the body must be empty or an empty JSON object',
    });
    return;
  }
  for (const field of Object.keys(body)) faults.push(unknownField(field));
}

const unknownField = (field: string): InputFault => ({
  field,
  location: 'body',
  code: 'unknown_field',
  message: `${field} is not a field of this request`,
});

/** PostgreSQL cannot store NUL characters, so no stored text contains one. */
function nulBytes(instance: object, location: Location): InputFault[] {
  return Object.entries(instance)
    .filter(([, value]) => [value].flat().some((item) => typeof item === 'string' && item.includes('\0')))
    .map(([field]) => ({
      field,
      location,
      code: 'nul_character',
      message: `${field} must not contain a NUL character`,
    }));
}

/** class-validator's constraint names in snake case are the codes of the API. */
function faultsOf(error: ValidationError, location: Location, parent = ''): InputFault[] {
  const field = parent ? `${parent}.${error.property}` : error.property;
  const nested = (error.children ?? []).flatMap((child) => faultsOf(child, location, field));
  const own = Object.entries(error.constraints ?? {}).map(([name, message]): InputFault => {
    if (name === 'whitelistValidation') return unknownField(field);
    const bounds = (error.contexts?.[name] ?? {}) as Pick<InputFault, 'allowed' | 'min' | 'max'>;
    return {
      field,
      location,
      code: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      message,
      ...bounds,
    };
  });
  return [...own, ...nested];
}
