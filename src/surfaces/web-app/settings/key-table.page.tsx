import type { VNode } from 'preact';
import type { KeyStatus, ListedKey } from '#access/api-keys/api-keys.service.js';
import { SCOPE_WORDS, SCOPES, usableScopes } from '#access/policy/key.scopes.js';
import { counted } from '#platform/text/counted.text.js';
import { Badge, Form, Table, Time } from '../parts/parts.page.js';
import { OVERLAP_HOURS } from './key-form.js';

interface KeyTableView {
  keys: ListedKey[];
  mayManage: boolean;
}

const TONES: Record<KeyStatus, 'good' | 'wait' | 'bad'> = {
  live: 'good',
  rotating: 'wait',
  expired: 'bad',
  revoked: 'bad',
};
const STATUS_WORDS: Record<KeyStatus, string> = {
  live: 'active',
  rotating: 'replaced',
  expired: 'expired',
  revoked: 'revoked',
};

const allowedTo = ({ scopes, spend_cap }: ListedKey): string[] =>
  usableScopes(
    SCOPES.filter((scope) => scopes.includes(scope)),
    spend_cap,
  ).map((scope) => SCOPE_WORDS[scope]);

const works = ({ status }: ListedKey): boolean => status === 'live' || status === 'rotating';

/** The keys of the team, and for those who manage keys what can be done with them. */
export function KeyTable({ keys, mayManage }: KeyTableView): VNode {
  return (
    <Table columns={['Key', 'State', 'Scopes', 'Last used', 'Spent', mayManage && 'Actions']} className="key-table">
      {keys.map((key) => (
        <KeyRow key={key.id} value={key} mayManage={mayManage} />
      ))}
    </Table>
  );
}

function KeyRow({ value: key, mayManage }: Omit<KeyTableView, 'keys'> & { value: ListedKey }): VNode {
  return (
    <tr>
      <td>
        {key.name} <span class="quiet key-hint">…{key.hint}</span> {!key.livemode && <Badge tone="wait">test</Badge>}
        <div class="quiet">
          {key.created_by && `by ${key.created_by}, `}
          <Time at={key.created_at} />
        </div>
      </td>
      <td data-label="State">
        <Badge tone={TONES[key.status]}>{STATUS_WORDS[key.status]}</Badge>
        {works(key) && key.expires_at && (
          <span class="quiet">
            {' until '}
            <Time at={key.expires_at} />
          </span>
        )}
      </td>
      <td data-label="Scopes">
        {allowedTo(key).join(' · ')}
        {key.allowed_cidrs.length > 0 && <div class="quiet">from {key.allowed_cidrs.join(', ')}</div>}
      </td>
      <td data-label="Last used">
        <Time at={key.last_used_at} minutes />
        {key.last_used_ip && (
          <div class="quiet">{`from ${key.last_used_ip}, ${counted(key.calls_7_days, 'call')} in 7 days`}</div>
        )}
      </td>
      <td data-label="Spent">
        {key.spend_cap === null ? 'cannot spend' : `${key.spend_used ?? 0} of ${key.spend_cap}`}
        {key.daily_cap !== null && <div class="quiet">{`today ${key.daily_used ?? 0} of ${key.daily_cap}`}</div>}
      </td>
      {mayManage && <td>{works(key) && <KeyActions value={key} />}</td>}
    </tr>
  );
}

const OVERLAP_WORDS: Record<(typeof OVERLAP_HOURS)[number], string> = {
  0: 'ends at once',
  1: 'works one hour more',
  24: 'works one day more',
  168: 'works one week more',
};

/** Each form stands in a disclosure, so that the actions are one line, and to revoke a key takes two clicks. */
function KeyActions({ value: key }: { value: ListedKey }): VNode {
  const action = `/app/settings/keys/${key.id}`;
  return (
    <div class="key-actions">
      <details name={key.id}>
        <summary aria-label={`Set the limits of ${key.name}`}>Limits</summary>
        <Form action={`${action}/cap`} className="row tight">
          <label>
            Spend cap
            <input
              type="number"
              name="spend_cap"
              min={0}
              max={1_000_000}
              value={key.spend_cap ?? undefined}
              required={key.spend_cap !== null}
            />
          </label>
          <label>
            Daily cap
            <input type="number" name="daily_cap" min={0} max={1_000_000} value={key.daily_cap ?? undefined} />
          </label>
          <button type="submit">Set limits</button>
        </Form>
      </details>
      {key.status === 'live' && (
        <details name={key.id}>
          <summary aria-label={`Rotate ${key.name}`}>Rotate</summary>
          <Form action={`${action}/rotate`} className="row tight">
            <select name="overlap" aria-label={`How long the old key ${key.name} still works`}>
              {OVERLAP_HOURS.map((hours) => (
                <option key={hours} value={hours} selected={hours === 24}>
                  The old key {OVERLAP_WORDS[hours]}
                </option>
              ))}
            </select>
            <button type="submit">Make the new key</button>
          </Form>
        </details>
      )}
      <details name={key.id}>
        <summary aria-label={`Revoke ${key.name}`}>Revoke</summary>
        <Form action={`${action}/revoke`}>
          <button class="danger" type="submit" aria-label={`Revoke the key ${key.name}`}>
            Revoke the key
          </button>
        </Form>
      </details>
    </div>
  );
}
