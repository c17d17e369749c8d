import type { VNode } from 'preact';
import type { ListedKey } from '#access/api-keys/api-keys.service.js';
import { may } from '#access/policy/rights.js';
import type { OwnTeam } from '#access/sign-in/session.types.js';
import type { PageContext } from './app-pages.js';
import { Field } from './fields.page.js';
import type { FormState } from './form-state.js';
import { Badge, CopyButton, Fault, Form, Notice, Time } from './parts.page.js';

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
      {keys.length > 0 && <KeyTable keys={keys} mayManage={mayManage} csrfToken={csrfToken} />}
      {isPaid && !mayManage && <p class="notice">Only owners and admins of the team manage its API keys.</p>}
      {isPaid && mayManage && <NewKeyForm form={form} csrfToken={csrfToken} />}
      {!isPaid && (
        <p class="notice">
          API keys come with a paid plan (Starter or higher). You need no key to search for products, preview reports
          and list competitors.
        </p>
      )}
    </>
  );
}

function NewKeyForm({ form, csrfToken }: { form: FormState; csrfToken: string }): VNode {
  return (
    <>
      <h2>New key</h2>
      <Form action="/app/settings/keys" csrfToken={csrfToken}>
        <Fault>{form.fault}</Fault>
        <Field form={form} name="name" label="Name" maxLength={100} required />
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
      <pre>
        <code id="new-key">{value}</code>
      </pre>
      <p>
        <CopyButton source="new-key">Copy the key</CopyButton>
      </p>
      <p>Try it:</p>
      <pre>
        <code id="first-call">{`curl -H 'Authorization: Bearer ${value}' ${publicUrl}/api/v1/account`}</code>
      </pre>
      <CopyButton source="first-call">Copy the command</CopyButton>
    </Notice>
  );
}

interface KeyTableView {
  keys: ListedKey[];
  mayManage: boolean;
  csrfToken: string;
}

function KeyTable({ keys, mayManage, csrfToken }: KeyTableView): VNode {
  return (
    <table class="wide">
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">State</th>
          <th scope="col">Last used</th>
          <th scope="col">Spent</th>
          {mayManage && <th scope="col">Actions</th>}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} value={key} mayManage={mayManage} csrfToken={csrfToken} />
        ))}
      </tbody>
    </table>
  );
}

function KeyRow({ value: key, mayManage, csrfToken }: Omit<KeyTableView, 'keys'> & { value: ListedKey }): VNode {
  const isExpired = key.expires_at !== null && key.expires_at <= new Date();
  const isLive = !key.revoked_at && !isExpired;
  return (
    <tr>
      <td>
        {key.name} <span class="quiet">…{key.hint}</span>
      </td>
      <td data-label="State">
        {isLive ? (
          <Badge tone="good">active</Badge>
        ) : (
          <Badge tone="bad">{key.revoked_at ? 'revoked' : 'expired'}</Badge>
        )}
        {isLive && key.expires_at && (
          <span class="quiet">
            {' until '}
            <Time at={key.expires_at} />
          </span>
        )}
      </td>
      <td data-label="Last used">
        <Time at={key.last_used_at} minutes />
      </td>
      <td data-label="Spent">
        {key.spend_cap === null ? 'cannot spend' : `${key.spend_used ?? 0} of ${key.spend_cap}`}
      </td>
      {mayManage && <td>{isLive && <KeyActions value={key} csrfToken={csrfToken} />}</td>}
    </tr>
  );
}

function KeyActions({ value: key, csrfToken }: { value: ListedKey; csrfToken: string }): VNode {
  return (
    <>
      <Form action={`/app/settings/keys/${key.id}/cap`} csrfToken={csrfToken} className="row tight">
        <input
          type="number"
          name="spend_cap"
          min={0}
          max={1_000_000}
          value={key.spend_cap ?? 0}
          aria-label={`Spend cap of ${key.name}`}
          required
        />
        <button type="submit">Set cap</button>
      </Form>
      <Form action={`/app/settings/keys/${key.id}/revoke`} csrfToken={csrfToken} className="inline">
        <button class="danger" type="submit" aria-label={`Revoke ${key.name}`}>
          Revoke
        </button>
      </Form>
    </>
  );
}
