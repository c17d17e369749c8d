import type { ApplicationError, InputFault } from '#platform/errors/application-error.js';
import { upperFirst } from '#platform/text/first.letter.js';

/** The state of a refused form: the values as they were sent, and the fault of each. */
export interface FormState {
  values: Record<string, string>;
  /** One sentence for each refused field. */
  faults: Record<string, string>;
  /** A fault that belongs to no field. */
  fault?: string;
  /** The field that gets the focus. */
  focus?: string;
}

/** A form that is not sent yet. */
export const NEW_FORM: FormState = { values: {}, faults: {} };

/** Messages of the API in the words of a form, which say what to do. */
const WORDS: Record<string, string> = {
  'name must not be blank': 'Enter a name',
  'text must not be blank': 'Write a comment',
  'url must be an absolute URL without a fragment': 'Enter an address that begins with https://',
};

/** The state of a form that was refused. `values` has every field of the form, in its order. */
function refusedForm(values: Record<string, string>, failure: ApplicationError): FormState {
  const errors = faultsOf(failure);
  const faults: Record<string, string> = {};
  for (const { field, message } of errors)
    if (field in values) faults[field] ??= sentence(WORDS[message] ?? withoutName(field, message));
  const others = errors.filter(({ field }) => !(field in values)).map(({ field, message }) => inWords(field, message));
  const fault = errors.length === 0 ? failure.message : others.join('; ');
  return {
    values,
    faults,
    fault: fault === '' ? undefined : sentence(fault),
    focus:
      Object.keys(values).find((name) => name in faults) ?? (failure.code === 'unauthorized' ? 'password' : undefined),
  };
}

/** The faults that a failure names one by one. */
export const faultsOf = ({ details }: ApplicationError): InputFault[] => (details?.errors ?? []) as InputFault[];

/** A fault under its field needs no name: "time_zone must be …" is "Must be …". */
function withoutName(field: string, message: string): string {
  const rest = message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;
  return upperFirst(rest);
}

/** A fault that stands alone names the field in words: "time_zone must be …" is "Time zone must be …". */
function inWords(field: string, message: string): string {
  const name = field.split('.').at(-1) ?? field;
  return message.startsWith(`${name} `) ? upperFirst(name.replaceAll('_', ' ')) + message.slice(name.length) : message;
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A form that was refused, for the page that shows it again. */
export interface RefusedForm {
  /** The path that the form was sent to. */
  address: string;
  /** All fields as they were sent. */
  body: Readonly<Record<string, unknown>>;
  form: FormState;
  /** Whether the page has shown the form. A page without the form shows the fault alone. */
  isShown: boolean;
}

/** The form of a request that was refused. */
export function refusedFormOf(
  { path, body, fieldNames = [] }: { path: string; body?: unknown; fieldNames?: readonly string[] },
  failure: ApplicationError,
): RefusedForm {
  const sent = (body ?? {}) as Record<string, string | string[] | undefined>;
  const values = fieldNames.map((name): [string, string] => [name, [sent[name] ?? []].flat().join(' ')]);
  return { address: path, body: sent, form: refusedForm(Object.fromEntries(values), failure), isShown: false };
}
