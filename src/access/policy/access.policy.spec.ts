import type { Caller, SubscriptionStatus, TeamCaller } from '#platform/caller/caller.js';
import type { Operation } from '#platform/operations/operation.js';
import { addSource, listSources, previewSource, removeSource } from '#workspace/tracking/tracking.operations.js';
import { SCOPES } from './key.scopes.js';
import { decide, isListed, type Surface } from './access.policy.js';

const INVALID = '401 Invalid, revoked or expired API key';
const KEY_REQUIRED = '401 API key required';
const NOT_CONNECTED = '401 connection_required This tool needs a connected team';
const KEY_UNPAID = '403 plan_required API keys need a paid plan';
const TOOL_UNPAID = '403 plan_required This tool comes with a paid plan';
const PAGE_UNPAID = '403 plan_required This comes with a paid plan';
const ELSEWHERE = '403 ip_not_allowed This key may not be used from this address';
const NO_SCOPE = '403 insufficient_scope This key lacks the scope read';
const NO_CAP = '403 spend_cap_required This credential has no spend budget; give it one to spend credits';
const NO_BUDGET = '403 spend_cap_required This connection has no credit budget';

const anonymous: Caller = { lane: 'anonymous', clientIp: '192.0.2.1' };
const invalid: Caller = { ...anonymous, hasInvalidCredential: true };
const operations = {
  open: operation({ lanes: ['anonymous', 'key', 'oauth'] }),
  closed: operation({ lanes: ['key', 'oauth'] }),
  spending: operation({ lanes: ['key', 'oauth'], spends: true }),
};

describe('the access policy', () => {
  it.each<[string, Surface, Caller, [open: string, closed: string, spending: string]]>([
    ['an anonymous caller over REST', 'rest', anonymous, ['', KEY_REQUIRED, KEY_REQUIRED]],
    ['an anonymous caller of a tool', 'tool', anonymous, ['', NOT_CONNECTED, NOT_CONNECTED]],
    ['an anonymous caller of a page', 'page', anonymous, ['', KEY_REQUIRED, KEY_REQUIRED]],
    ['an invalid credential over REST', 'rest', invalid, [INVALID, INVALID, INVALID]],
    ['an invalid credential calling a tool', 'tool', invalid, [INVALID, INVALID, INVALID]],
    ['a key over REST', 'rest', team('key'), ['', '', '']],
    ['a key calling a tool', 'tool', team('key'), ['', '', '']],
    [
      'a key at another address',
      'rest',
      team('key', { ...free(), isRefusedAddress: true }),
      [ELSEWHERE, ELSEWHERE, ELSEWHERE],
    ],
    ['a key without a scope', 'rest', team('key', { scopes: [], budget: null }), ['', NO_SCOPE, NO_SCOPE]],
    ['a key without a cap', 'rest', team('key', { budget: null }), ['', '', NO_CAP]],
    ['a key without a cap calling a tool', 'tool', team('key', { budget: null }), ['', '', NO_CAP]],
    ['a key of a free team', 'rest', team('key', free()), [KEY_UNPAID, KEY_UNPAID, KEY_UNPAID]],
    ['a key of a free team calling a tool', 'tool', team('key', free()), [KEY_UNPAID, KEY_UNPAID, KEY_UNPAID]],
    ['a key of a canceled team', 'rest', team('key', status('canceled')), [KEY_UNPAID, KEY_UNPAID, KEY_UNPAID]],
    ['a key of a team whose payment is past due', 'rest', team('key', status('past_due')), ['', '', '']],
    ['a connection over REST', 'rest', team('oauth'), [INVALID, INVALID, INVALID]],
    ['a connection calling a tool', 'tool', team('oauth'), ['', '', '']],
    ['a connection of a free team', 'tool', team('oauth', free()), ['', TOOL_UNPAID, TOOL_UNPAID]],
    ['a connection without a budget', 'tool', team('oauth', { budget: null }), ['', '', NO_BUDGET]],
    ['a session of a free team', 'page', team('session', free()), ['', PAGE_UNPAID, PAGE_UNPAID]],
    ['a session of a paid team', 'page', team('session'), ['', '', '']],
  ])('decides for %s', (_, surface, caller, [open, closed, spending]) => {
    expect(Object.values(operations).map((each) => answerOf(each, caller, surface))).toEqual([open, closed, spending]);
  });

  it('lets the people of a suspended team see their sources, but fetch none', () => {
    const caller = team('session') as TeamCaller;
    const suspended = { ...caller, team: { ...caller.team, isSuspended: true } };
    const refusals = [listSources, removeSource, addSource, previewSource].map((each) => decide(each, suspended));
    const reason = 'team_suspended';
    expect(refusals.map((refusal) => refusal?.details?.reason)).toEqual([undefined, undefined, reason, reason]);
  });

  it.each<[string, Caller, [open: boolean, closed: boolean, spending: boolean]]>([
    ['an anonymous caller', anonymous, [true, false, false]],
    ['a connection', team('oauth'), [true, true, true]],
    ['a connection without a budget', team('oauth', { budget: null }), [true, true, false]],
    ['a connection of a free team', team('oauth', free()), [true, false, false]],
    ['a key without a paid plan or a cap', team('key', { ...free(), budget: null }), [true, true, true]],
  ])('lists the tools of %s', (_, caller, listed) => {
    expect(Object.values(operations).map((each) => isListed(each, caller))).toEqual(listed);
  });
});

function operation(parts: Pick<Operation, 'lanes' | 'spends'>): Operation {
  return { id: 'any', tag: 'Any', summary: 'Any', input: {}, output: { type: Object }, failures: [], ...parts };
}

function team(lane: TeamCaller['lane'], parts: Partial<TeamCaller> = {}): Caller {
  const budget = { kind: 'lifetime', id: 'budget', limit: 5 } as const;
  const allowed = lane === 'key' ? { scopes: SCOPES } : { role: 'owner' as const };
  return { lane, clientIp: '192.0.2.1', credentialId: 'credential', budget, ...allowed, ...status('active'), ...parts };
}

function status(name: SubscriptionStatus): Pick<TeamCaller, 'team'> {
  return { team: { id: 'team', name: 'Acme', tier: 'growth', status: name } };
}

function free(): Pick<TeamCaller, 'team'> {
  return { team: { id: 'team', name: 'Acme', tier: 'free', status: 'none' } };
}

function answerOf(each: Operation, caller: Caller, surface: Surface): string {
  const refusal = decide(each, caller, surface);
  if (!refusal) return '';
  return [refusal.status, refusal.details?.reason, refusal.message].filter(Boolean).join(' ');
}
