import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Flash } from '../kernel/flash.js';
import { type FormState, NEW_FORM, type RefusedForm } from '../kernel/form-state.js';
import type { PageVisitor } from '../kernel/page.route.js';
import type { RawQuery } from '../kernel/raw-query.js';
import type { RailFacts } from './rail.reader.js';

/** The data that every page has. */
export interface PageContext extends PageVisitor {
  csrfToken: string;
  /** False if people log in with the identity provider only. */
  hasPasswords: boolean;
  /** False if mails are kept for the operator. */
  sendsMail: boolean;
  /** Whether the plans have prices to show. */
  hasPrices: boolean;
  /** The outcome of the form that led to this page. */
  flash: Flash | null;
  /** The form whose refusal led to this page. */
  refused: RefusedForm | null;
  /** Null on pages without a rail. */
  rail: RailFacts | null;
  /** The query of the address. */
  query: RawQuery;
}

export const Context = createContext<PageContext>(undefined as never);

/** The data of the page that is rendered. */
export const usePage = (): PageContext => useContext(Context);

/** The secret or list of the last form, if the flash is of this kind. */
export function useFlash(kind: Flash['kind']): string | null {
  const { flash } = usePage();
  return flash?.kind === kind ? flash.text : null;
}

export const FormContext = createContext<FormState>(NEW_FORM);

/** The state of the form around an element: new, or as it was refused. */
export const useForm = (): FormState => useContext(FormContext);

/** The state of the form with this address. */
export function useFormAt(action: string): FormState {
  const { refused } = usePage();
  if (!refused || refused.address !== action.split('?')[0]) return NEW_FORM;
  refused.isShown = true;
  return refused.form;
}
