import type { VNode } from 'preact';
import type { ListedKey } from '#access/api-keys/api-keys.service.js';
import { DEFAULT_SCOPES, type Scope, SCOPE_WORDS, SCOPES } from '#access/policy/key.scopes.js';
import { may } from '#access/policy/rights.js';
import type { OwnTeam } from '#access/sign-in/session.types.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { Field, FieldFault, TextField } from '../parts/fields.page.js';
import { useFlash, useForm, usePage } from '../parts/page-context.js';
import { CopyButton, Form, InPages, Notice, Submit } from '../parts/parts.page.js';
import { KeyTable } from './key-table.page.js';

/** The forms of a key are large. */
const KEYS_OF_PAGE = 15;

interface KeysView {
  keys: ListedKey[];
  team: OwnTeam;
  publicUrl: string;
}

export function KeysPage({ keys, team, publicUrl }: KeysView): VNode {
  const isPaid = isPaidTeam(team);
  const newKey = useFlash('key');
  const mayManage = may(team.role, 'keys');
  return (
    <>
      {newKey && <NewKey value={newKey} publicUrl={publicUrl} />}
      {keys.length > 0 && (
        <InPages all={keys} size={KEYS_OF_PAGE}>
          {(shown) => <KeyTable keys={shown} mayManage={mayManage} />}
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
      {mayManage && <NewKeyForm isPaid={isPaid} isFirst={keys.length === 0} />}
    </>
  );
}

const KEYS = '/app/settings/keys';

/** Open for the first key and as it was refused; else behind one button under the table. */
function NewKeyForm({ isPaid, isFirst }: { isPaid: boolean; isFirst: boolean }): VNode {
  const isRefused = usePage().refused?.address === KEYS;
  return (
    <details class="card" open={isFirst || isRefused}>
      <summary>{isPaid ? 'New key' : 'New test key'}</summary>
      <Form action={KEYS}>
        <Field name="name" label="Name" maxLength={100} required />
        {isPaid ? <TestMode /> : <input type="hidden" name="mode" value="test" />}
        <Field
          name="spend_cap"
          label="Spend cap"
          hint="The most credits this key may ever spend. Without it the key spends nothing, whatever is ticked below."
          type="number"
          min={0}
          max={1_000_000}
          step={1}
          inputMode="numeric"
        />
        <Field
          name="daily_cap"
          label="Daily cap"
          hint="The most credits of one day, in UTC. Leave it empty for no such limit."
          type="number"
          min={0}
          max={1_000_000}
          step={1}
          inputMode="numeric"
        />
        <Scopes />
        <TextField
          name="allowed_cidrs"
          label="Allowed addresses"
          hint="IP addresses or ranges such as 203.0.113.0/24. Leave it empty for a key that works anywhere."
          rows={2}
        />
        <Field
          name="expires_on"
          label="Expires after"
          hint="The last day on which the key works, in UTC. Leave it empty for a key that works until you revoke it."
          type="date"
        />
        <p class="hint">A key without a spend cap buys nothing: the boxes that begin with “Buy” do not count then.</p>
        <Submit look="primary">Create the key</Submit>
      </Form>
    </details>
  );
}

function TestMode(): VNode {
  return (
    <label class="check">
      <input type="checkbox" name="mode" value="test" checked={useForm().values.mode === 'test'} /> Test key: sees only
      the sandbox, with credits of its own
    </label>
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

/** What the shorter words of scopes mean. */
const SCOPE_HINTS: Partial<Record<Scope, string>> = {
  read: 'what the team sees',
  write: 'triage opportunities, follow products, save searches',
  webhooks: 'and destinations: add, change and remove them',
  audit: 'who changed what in the team',
};

/** The scopes of the key. They cannot be changed later. */
function Scopes(): VNode {
  const form = useForm();
  const chosen = (form.values.scopes ?? DEFAULT_SCOPES.join(' ')).split(' ');
  const isRefused = 'scopes' in form.faults;
  return (
    <fieldset aria-invalid={isRefused || undefined} aria-describedby={isRefused ? 'scopes-fault' : undefined}>
      <legend>The key may</legend>
      {/* Tells a form without any checked box from a request without the field. */}
      <input type="hidden" name="scopes" value="" />
      <div class="ticks">
        {SCOPES.map((scope) => (
          <label class="tick" key={scope}>
            <input type="checkbox" name="scopes" value={scope} checked={chosen.includes(scope)} />
            <span>
              {SCOPE_WORDS[scope]}
              {SCOPE_HINTS[scope] && <small> {SCOPE_HINTS[scope]}</small>}
            </span>
          </label>
        ))}
      </div>
      <FieldFault name="scopes" />
    </fieldset>
  );
}
