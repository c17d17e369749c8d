import type { ValidationError } from 'class-validator';
import type { InputFault } from '#platform/errors/application-error.js';
import { meantName, shortName } from './field-names.js';
import type { Operation } from './operation.js';
import { textFaultIn } from './text.js';

type Location = 'path' | 'query' | 'body';

/** The fault of a part that must be a JSON object. */
export const notAnObject = (location: Location, message = `the ${location} must be a JSON object`): InputFault => ({
  field: location,
  location,
  code: 'is_object',
  message,
});

/** The fault of a body field that the operation does not have. `known` are the candidates for a suggestion. */
export function unknownField(sent: string, known: readonly string[] = []): InputFault {
  const field = shortName(sent);
  const meant = meantName(field.toLowerCase(), known);
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  return { field, location: 'body', code: 'unknown_field', message: `${field} is not a field of this request${hint}` };
}

/** The fault of a parameter with several values that takes one. */
export const repeatedParameter = (field: string): InputFault => ({
  field,
  location: 'query',
  code: 'repeated',
  message: `${field} may be given once`,
});

/** The fault of a value that is not safe to transform. */
export const unreadableField = (field: string, location: Location, deepest: number): InputFault => ({
  field,
  location,
  code: 'unreadable',
  message: `${field} must not be nested deeper than ${deepest} levels or have a field named constructor or __proto__`,
});

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The faults of texts that cannot be stored. */
export function textFaultsOf(instance: object, location: Location, parent = ''): InputFault[] {
  return Object.entries(instance).flatMap(([name, value]) => {
    const field = `${parent}${name}`;
    if (isObject(value)) return textFaultsOf(value, location, `${field}.`);
    const fault = textFaultIn(value);
    return fault ? [{ field, location, code: fault.code, message: `${field} ${fault.message}` }] : [];
  });
}

/** The faults of inverted ranges, one for each of the two fields. Only valid fields are compared. */
export function rangeFaultsOf({ ranges = [] }: Operation, instance: object, location: Location): InputFault[] {
  return ranges.flatMap(([from, to]) => {
    const [lowest, highest] = [numbersOf(valueAt(instance, from)), numbersOf(valueAt(instance, to))];
    // Several values mean "or", so the range is the widest.
    if (lowest.length === 0 || highest.length === 0 || Math.min(...lowest) <= Math.max(...highest)) return [];
    const message = `${from} must not be greater than ${to}`;
    return [from, to].map((field) => ({ field, location, code: 'range', message }));
  });
}

/** The value of a field; dots lead into objects. */
const valueAt = (instance: object, field: string): unknown =>
  field.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], instance);

/** Numbers, and times as numbers. Other values are not compared. */
const numbersOf = (value: unknown): number[] =>
  [value]
    .flat()
    .flatMap((each) => (typeof each === 'number' ? each : typeof each === 'string' ? Date.parse(each) : []));

/**
 * The faults that class-validator found. Its constraint names in snake case are the codes of the API; any rule that a
 * missing field breaks has the code `required`.
 */
export function faultsOf(error: ValidationError, location: Location, parent = ''): InputFault[] {
  const field = parent ? `${parent}.${error.property}` : error.property;
  const nested = (error.children ?? []).flatMap((child) => faultsOf(child, location, field));
  const own = Object.entries(error.constraints ?? {}).map(([name, message]): InputFault => {
    if (name === 'whitelistValidation') return unknownField(field);
    const bounds = (error.contexts?.[name] ?? {}) as Pick<InputFault, 'allowed' | 'min' | 'max'>;
    if (error.value === undefined) return { field, location, ...requiredFault(field, name, message), ...bounds };
    return {
      field,
      location,
      code: snakeCase(name),
      message: error.value === null ? `${field} must not be null` : message,
      ...bounds,
    };
  });
  return [...own, ...nested];
}

/** The message of `IsDefined` may be more specific than "required". */
const requiredFault = (field: string, rule: string, message: string): Pick<InputFault, 'code' | 'message'> => ({
  code: 'required',
  message: rule === 'isDefined' ? message : `${field} is required`,
});

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A fault under another name of its field. */
export const renamedFault = (fault: InputFault, name: string): InputFault => ({
  ...fault,
  field: name,
  message: fault.message.startsWith(`${fault.field} `) ? name + fault.message.slice(fault.field.length) : fault.message,
});
