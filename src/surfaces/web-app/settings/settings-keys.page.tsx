import type { VNode } from 'preact';
import type { ListedKey } from '#access/api-keys/api-keys.service.js';
import { DEFAULT_SCOPES, SCOPE_WORDS, SCOPES } from '#access/policy/key.scopes.js';
import { may } from '#access/policy/rights.js';
import type { OwnTeam } from '#access/sign-in/session.types.js';
import type { PageContext } from '../parts/app-pages.js';
import { Field, FieldFault, TextField } from '../parts/fields.page.js';
import type { FormState } from '../parts/form-state.js';
import { InPages } from '../parts/in-pages.page.js';
import { KeyTable } from './key-table.page.js';
import { CopyButton, Fault, Form, Notice } from '../parts/parts.page.js';

/** The forms of a key are large. */
const KEYS_OF_PAGE = 15;

interface KeysView {
  keys: ListedKey[];
  /** The form of a new key. */
  form: FormState;
  team: OwnTeam;
  isPaid: boolean;
  publicUrl: string;
  context: PageContext;
}

export function KeysPage({ keys, form, team, isPaid, publicUrl, context: { csrfToken, flash } }: KeysView): VNode {
  const mayManage = may(team.role, 'keys');
  return (
    <>
      {flash?.kind === 'key' && <NewKey value={flash.text} publicUrl={publicUrl} />}
      {keys.length > 0 && (
        <InPages all={keys} size={KEYS_OF_PAGE}>
          {(shown) => <KeyTable keys={shown} mayManage={mayManage} csrfToken={csrfToken} />}
        </InPages>
      )}
      {!mayManage && <p class="notice">Only owners and admins of the team manage its API keys.</p>}
      {!isPaid && (
        <p class="notice">
          API keys come with a paid plan (Starter or higher). You need no key to search for products, preview reports
          and list competitors. A test key needs no plan: it works on the sandbox only, with credits of its own.{' '}
          <a href="/app/settings/plan">Compare the plans</a>
        </p>
      )}
      {mayManage && <NewKeyForm form={form} isPaid={isPaid} csrfToken={csrfToken} />}
    </>
  );
}

function NewKeyForm({ form, isPaid, csrfToken }: { form: FormState; isPaid: boolean; csrfToken: string }): VNode {
  return (
    <>
      <h2>{isPaid ? 'New key' : 'New test key'}</h2>
      <Form action="/app/settings/keys" csrfToken={csrfToken}>
        <Fault>{form.fault}</Fault>
        <Field form={form} name="name" label="Name" maxLength={100} required />
        {isPaid ? (
          <label class="check">
            <input type="checkbox" name="mode" value="test" checked={form.values.mode === 'test'} /> Test key: sees only
            the sandbox, with credits of its own
          </label>
        ) : (
          <input type="hidden" name="mode" value="test" />
        )}
        <Field
          form={form}
          name="spend_cap"
          label="Spend cap"
          hint="The most credits this key may ever spend. Leave it empty for a key that cannot spend."
          type="number"
          min={0}
          max={1_000_000}
          step={1}
          inputMode="numeric"
        />
        <Field
          form={form}
          name="daily_cap"
          label="Daily cap"
          hint="The most credits of one day, in UTC. Leave it empty for no such limit."
          type="number"
          min={0}
          max={1_000_000}
          step={1}
          inputMode="numeric"
        />
        <Scopes form={form} />
        <TextField
          form={form}
          name="allowed_cidrs"
          label="Allowed addresses"
          hint="IP addresses or ranges such as 203.0.113.0/24. Leave it empty for a key that works anywhere."
          rows={2}
        />
        <Field
          form={form}
          name="expires_on"
          label="Expires after"
          hint="The last day on which the key works, in UTC. Leave it empty for a key that works until you revoke it."
          type="date"
        />
        <button class="primary" type="submit">
          Create the key
        </button>
      </Form>
    </>
  );
}

function NewKey({ value, publicUrl }: { value: string; publicUrl: string }): VNode {
  return (
    <Notice>
      <p>
        <strong>This is your new key. Copy it now: it is not shown again.</strong>
      </p>
      <pre tabIndex={0} aria-label="The new key">
        <code id="new-key">{value}</code>
      </pre>
      <p>
        <CopyButton source="new-key">Copy the key</CopyButton>
      </p>
      <p>Try it:</p>
      <pre tabIndex={0} aria-label="A first call">
        <code id="first-call">{`curl -H 'Authorization: Bearer ${value}' ${publicUrl}/api/v1/account`}</code>
      </pre>
      <CopyButton source="first-call">Copy the command</CopyButton>
    </Notice>
  );
}

/** The scopes of the key. They cannot be changed later. */
function Scopes({ form }: { form: FormState }): VNode {
  const chosen = (form.values.scopes ?? DEFAULT_SCOPES.join(' ')).split(' ');
  const isRefused = 'scopes' in form.faults;
  return (
    <fieldset aria-invalid={isRefused || undefined} aria-describedby={isRefused ? 'scopes-fault' : undefined}>
      <legend>The key may</legend>
      {/* Tells a form without any checked box from a request without the field. */}
      <input type="hidden" name="scopes" value="" />
      {SCOPES.map((scope) => (
        <label class="check" key={scope}>
          <input type="checkbox" name="scopes" value={scope} checked={chosen.includes(scope)} />{' '}
          {`${scope}: ${SCOPE_WORDS[scope]}`}
        </label>
      ))}
      <FieldFault form={form} name="scopes" />
    </fieldset>
  );
}
