import type { VNode } from 'preact';
import { CSRF_FIELD } from '../csrf.service.js';

interface ProviderFormView {
  /** The name of the identity provider. Null without one. */
  provider: string | null;
  csrfToken: string;
  /** The path of the page that follows. */
  next: string;
  /** Proves who the person of a session is, instead of logging in. */
  isProof?: boolean;
}

/** The button that leads to the identity provider. A page with it must allow forms that redirect to other sites. */
export function ProviderForm({ provider, csrfToken, next, isProof = false }: ProviderFormView): VNode | null {
  if (provider === null) return null;
  return (
    <form class="stack" method="post" action={`${isProof ? PROOF : LOGIN}?next=${encodeURIComponent(next)}`}>
      <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
      <button type="submit">
        {isProof ? 'Confirm' : 'Log in'} with {provider}
      </button>
    </form>
  );
}

const LOGIN = '/login/provider';
const PROOF = '/login/provider/proof';
