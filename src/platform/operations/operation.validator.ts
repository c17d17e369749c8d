import { Injectable, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { InputFault } from '#platform/errors/application-error.js';
import { fieldNamesOf, takesSeveral } from './field-names.js';
import {
  faultsOf,
  notAnObject,
  rangeFaultsOf,
  repeatedParameter,
  textFaultsOf,
  unknownField,
  unreadableField,
} from './input-faults.js';
import type { Operation } from './operation.js';

type Location = 'path' | 'query' | 'body';

/** The deepest valid input has three levels. */
const MAX_DEPTH = 16;

const NO_NAMES = fieldNamesOf(undefined);

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
      if (schema) this.check({ operation, schema, location }, raw[location], validated);
      else if (location === 'body') validated.faults.push(...bodyFaults(raw.body));
    }
    return validated;
  }

  private check({ operation, schema, location }: Part, raw: unknown, { input, faults }: Validated): void {
    const plain = raw === undefined ? {} : raw;
    if (!isRecord(plain)) {
      faults.push(notAnObject(location));
      return;
    }
    const names = fieldNamesOf(schema);
    const known = Object.entries(plain).filter(([field]) => names.has(field));
    // A typo in a body field could cost money. Unknown query parameters may come from proxies.
    if (location === 'body') faults.push(...unknownFields(plain, names));
    const unreadable = known.filter(([, value]) => !isReadable(value, MAX_DEPTH));
    if (unreadable.length > 0) {
      faults.push(...unreadable.map(([field]) => unreadableField(field, location, MAX_DEPTH)));
      return;
    }
    const instance = plainToInstance(schema, Object.fromEntries(known), { exposeDefaultValues: true });
    const errors = validateSync(instance, {
      whitelist: true,
      forbidNonWhitelisted: location === 'body',
      forbidUnknownValues: false,
      // The rule nearest to a field is checked first, so that of its type stands there.
      stopAtFirstError: true,
    });
    const isRepeated = (field: string): boolean =>
      location === 'query' && Array.isArray(plain[field]) && !takesSeveral(schema, field);
    faults.push(
      ...errors.flatMap((error) =>
        isRepeated(error.property) ? [repeatedParameter(error.property)] : faultsOf(error, location),
      ),
      ...textFaultsOf(instance, location),
    );
    if (errors.length === 0) faults.push(...rangeFaultsOf(operation, instance, location));
    input[location] = instance;
  }
}

interface Part {
  operation: Operation;
  schema: Type<object>;
  location: Location;
}

const UNSAFE_FIELDS = ['constructor', '__proto__'];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Refuses input that would attack the transformer: it recurses without a limit and trusts an object's `constructor`.
 */
function isReadable(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0 || UNSAFE_FIELDS.some((field) => Object.hasOwn(value, field))) return false;
  return Object.values(value).every((item) => isReadable(item, levels - 1));
}

/** The maximum number of unknown fields that are compared with the known ones. */
const MAX_COMPARED = 20;

const unknownFields = (body: object, names: ReadonlySet<string>): InputFault[] => {
  const known = [...names];
  return Object.keys(body)
    .filter((field) => !names.has(field))
    .map((field, index) => unknownField(field, index < MAX_COMPARED ? known : []));
};

/** The faults of a body for an operation without one. */
function bodyFaults(body: unknown): InputFault[] {
  if (body === undefined) return [];
  if (!isRecord(body)) return [notAnObject('body', 'the body must be empty or an empty JSON object')];
  return unknownFields(body, NO_NAMES);
}
