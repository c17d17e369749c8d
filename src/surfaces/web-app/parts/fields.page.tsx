import type { ComponentChildren, InputHTMLAttributes, VNode } from 'preact';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#accounts/teams/password.rule.js';
import { useForm } from './page-context.js';
import { MAX_TEAM_NAME_LENGTH } from '../sign-in/team-form.js';

interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  value?: string;
  maxLength?: number;
  required?: boolean;
}

interface InputProps extends FieldProps {
  type?: 'text' | 'email' | 'password' | 'number' | 'date';
  min?: number;
  max?: number;
  step?: number;
  minLength?: number;
  inputMode?: 'numeric';
  autocomplete?: string;
  /** Tells fields of the same name on one page apart. */
  id?: string;
}

/** A labeled input of a form. A refused form keeps its value, except a password or code, and says under it what is wrong. */
export function Field({ name, label, hint, value, type = 'text', id = name, ...attributes }: InputProps): VNode {
  const isSecret = type === 'password' || attributes.autocomplete === 'one-time-code';
  const { values } = useForm();
  const kept = isSecret ? undefined : (values[name] ?? value);
  // The roles that preact's types allow depend on the type of the input, which is not known here.
  const input = {
    ...attributes,
    ...useDescribed({ name, id, hint }),
    type,
    name,
    value: kept,
  } as InputHTMLAttributes;
  return (
    <Labeled name={name} id={id} label={label} hint={hint}>
      <input {...input} />
    </Labeled>
  );
}

/** A labeled text of several lines, otherwise like `Field`. */
export function TextField({ name, label, hint, value, ...attributes }: FieldProps & { rows: number }): VNode {
  return (
    <Labeled name={name} id={name} label={label} hint={hint}>
      <textarea
        {...attributes}
        {...useDescribed({ name, id: name, hint })}
        name={name}
        value={useForm().values[name] ?? value}
      />
    </Labeled>
  );
}

/** The fault of a field of a refused form. */
export function FieldFault({ name, id = name }: Pick<InputProps, 'name' | 'id'>): VNode | null {
  const { faults } = useForm();
  if (!(name in faults)) return null;
  return (
    <span class="field-fault" id={`${id}-fault`}>
      {faults[name]}
    </span>
  );
}

function Labeled(props: Described & Pick<FieldProps, 'label'> & { children: ComponentChildren }): VNode {
  const { name, id, label, hint, children } = props;
  return (
    <div class="field">
      <label for={`field-${id}`}>{label}</label>
      {children}
      <FieldFault name={name} id={id} />
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** A field, and the id under which the page finds its parts. */
type Described = Pick<FieldProps, 'name' | 'hint'> & { id: string };

function useDescribed({ name, id, hint }: Described) {
  const form = useForm();
  const isRefused = name in form.faults;
  const ids = [isRefused && `${id}-fault`, hint && `${id}-hint`].filter(Boolean);
  return {
    id: `field-${id}`,
    'aria-invalid': isRefused || undefined,
    'aria-describedby': ids.join(' ') || undefined,
    autofocus: form.focus === name,
  };
}

/** The name of a new team. */
export function TeamNameField(): VNode {
  return <Field name="team" label="Team name" maxLength={MAX_TEAM_NAME_LENGTH} autocomplete="organization" required />;
}

/** A password that a person chooses. */
export function NewPasswordField({ name, label }: { name: string; label: string }): VNode {
  return (
    <Field
      name={name}
      label={label}
      hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
      type="password"
      minLength={MIN_PASSWORD_LENGTH}
      maxLength={MAX_PASSWORD_LENGTH}
      autocomplete="new-password"
      required
    />
  );
}

/** A code of the second factor. `id` as in `Field`. */
export function CodeField({ hint, id }: Pick<InputProps, 'hint' | 'id'>): VNode {
  return <Field name="code" id={id} label="Code" hint={hint} maxLength={40} autocomplete="one-time-code" required />;
}

interface SelectProps {
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  chosen: string | null | undefined;
}

/** A labeled choice of one value. */
export function Select({ name, label, options, chosen }: SelectProps): VNode {
  return (
    <label>
      {label}
      <select name={name}>
        {options.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
