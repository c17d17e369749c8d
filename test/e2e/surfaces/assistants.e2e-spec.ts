import { randomUUID } from 'node:crypto';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { BulkRunner } from '#workspace/bulk/bulk.runner.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import { createKey, type TestApp } from '../../support/app.js';
import { assistant, StoredConnection } from '../../support/clients/assistant.js';
import { importLines } from '../../support/imported.js';
import { RawClient, rpc, signUp, startPublicApp } from '../../support/clients/oauth.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { createReviewedProduct, ONE_REVIEW } from '../../support/reviewed-product.js';

const INSIGHTS = [
  ...['compare_products', 'list_reports', 'diff_reports', 'get_switching', 'get_standing', 'list_theme_mentions'],
];
const RESEARCH = ['search', 'fetch'];
const ALERTS = ['list_saved_searches', 'preview_search', 'save_search', 'list_matches'];
const USAGE = ['get_usage', 'get_ledger', 'quote'];
const BULK = ['start_bulk_job', 'get_bulk_job'];
const OPTIONAL = [...INSIGHTS, ...RESEARCH, ...ALERTS, ...USAGE, ...BULK];

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startPublicApp({ worker: true, env: { SWEEP_INTERVAL_SECONDS: '3600' } });
  ({ key } = await createKey(app, { credits: 10, spendCap: 10 }));
});
afterAll(() => app.close());

/** A connection of a new paid team. @returns its token, and the id of the team */
async function connected(budget: string, asksFirst = false, credits = 10): Promise<{ token: string; teamId: string }> {
  const person = await signUp(app, 'growth', credits);
  const { access_token: token } = await (await RawClient.register(app)).connect({ ...person, budget, asksFirst });
  return { token, teamId: person.teamId };
}

interface Asked {
  toolsets?: string;
  header?: string;
  token?: string;
}

async function listed({ toolsets, header, token = key }: Asked) {
  const path = `/mcp${toolsets === undefined ? '' : `?toolsets=${toolsets}`}`;
  const headers: Record<string, string> = header === undefined ? {} : { 'x-mcp-toolsets': header };
  return rpc(app, 'tools/list', { path, headers, ...(token && { token }) });
}
const namesOf = async (asked: Asked): Promise<string[]> =>
  ((await listed(asked)).body.result?.tools ?? []).map(({ name }) => name);

const callTool = async (name: string, args: object, token = key, path = '/mcp?toolsets=all') =>
  (await rpc(app, 'tools/call', { path, token, params: { name, arguments: args } })).body;
const dataOf = <T>({ result }: Awaited<ReturnType<typeof callTool>>): T =>
  (result?.structuredContent as { data: T }).data;

describe('the tool sets of a request', () => {
  it('are only the default set unless it names others', async () => {
    const names = await namesOf({});
    expect([names.length, names.filter((name) => OPTIONAL.includes(name))]).toEqual([15, []]);
    expect(await namesOf({ toolsets: '' })).toEqual(names);
  });

  it.each<[string, Asked, string[]]>([
    ['by the address', { toolsets: 'insights' }, INSIGHTS],
    ['by the address, several', { toolsets: 'usage,%20alerts' }, [...ALERTS, ...USAGE]],
    ['by the header, which wins', { toolsets: 'bulk', header: 'insights' }, INSIGHTS],
  ])('are chosen %s', async (_, asked, names) => {
    expect(await namesOf(asked)).toEqual(names);
  });

  it('are listed with the default one first, in a fixed order', async () => {
    const names = await namesOf({ toolsets: 'bulk,default' });
    expect([names.slice(0, 15), names.slice(15)]).toEqual([await namesOf({}), BULK]);
    expect(await namesOf({ toolsets: 'all' })).toEqual([...(await namesOf({})), ...OPTIONAL]);
  });

  it.each(['nonsense', 'insights,nonsense', 'Insights'])('must exist: %s', async (toolsets) => {
    const { status, body } = await listed({ toolsets });
    expect([status, body.error]).toEqual([
      400,
      {
        code: -32602,
        message: expect.stringContaining('default, insights, research, alerts, usage, bulk, all'),
        data: { allowed: ['default', 'insights', 'research', 'alerts', 'usage', 'bulk', 'all'] },
      },
    ]);
  });

  it('do not change what an anonymous caller and a free team list', async () => {
    const free = await signUp(app, 'free');
    const { access_token: token } = await (await RawClient.register(app)).connect(free);
    const lists = [await namesOf({ toolsets: 'all', token: '' }), await namesOf({ toolsets: 'insights', token })];
    expect(lists.map(({ length }) => length)).toEqual([3, 3]);
  });

  it('have the tools for bulk jobs only for callers that may spend', async () => {
    const [thrifty, spender] = [await connected('0'), await connected('5')];
    expect([
      await namesOf({ toolsets: 'usage,bulk', token: thrifty.token }),
      await namesOf({ toolsets: 'usage,bulk', token: spender.token }),
    ]).toEqual([USAGE, [...USAGE, ...BULK]]);
  });

  it('leave out what writes or spends on a read-only address', async () => {
    const names = await namesOf({ toolsets: 'all&readonly=1' });
    const written = await callTool('follow_product', { product_id: randomUUID() }, key, '/mcp?readonly=1');
    expect([
      names.length,
      names.filter((name) => /^(update|follow|unfollow|generate|unlock|save|start)_/.test(name)),
    ]).toEqual([9 + OPTIONAL.length - 2, []]);
    expect(written.error?.code).toBe(-32602);
  });

  it.each(['true', 'TRUE', '0&readonly=1', '1&readonly=false', '1&readonly=1'])(
    'are read-only if any value of readonly says so, in any case: %s',
    async (value) => {
      expect(await namesOf({ toolsets: `bulk,alerts&readonly=${value}` })).not.toContain('save_search');
    },
  );

  it.each(['readOnly=1', 'READONLY=true'])('are read-only whatever the case of the name: %s', async (parameter) => {
    expect(await namesOf({ toolsets: `alerts&${parameter}` })).not.toContain('save_search');
  });

  it.each(['readonly=0', 'readonly=False', 'readOnly=0'])('are not read-only with %s', async (parameter) => {
    expect(await namesOf({ toolsets: `alerts&${parameter}` })).toContain('save_search');
  });

  it.each(['yes', '', '1,1', '1&readonly=yes'])('must not have another value of readonly: "%s"', async (value) => {
    const { status, body } = await listed({ toolsets: `alerts&readonly=${value}` });
    expect([status, body.error]).toEqual([
      400,
      { code: -32602, message: expect.stringContaining('readonly'), data: { allowed: ['true', '1', 'false', '0'] } },
    ]);
  });

  it.each([
    ['', ['battle_card', 'weekly_triage']],
    ['?readonly=1', ['battle_card']],
    ['?toolsets=insights', []],
    ['?toolsets=all', ['battle_card', 'weekly_triage']],
  ])('have only prompts whose tools they list: %s', async (query, names) => {
    const { body } = await rpc(app, 'prompts/list', { path: `/mcp${query}`, token: key });
    expect((body.result as { prompts: { name: string }[] }).prompts.map(({ name }) => name)).toEqual(names);
  });

  it('decide which tools can be called', async () => {
    const outside = await callTool('get_usage', {}, key, '/mcp');
    const inside = await callTool('get_usage', {}, key, '/mcp?toolsets=usage');
    expect([outside.error?.code, inside.result?.isError]).toEqual([-32602, undefined]);
  });

  it('leave an anonymous caller the tools that it lists', async () => {
    const path = '/mcp?toolsets=insights';
    const params = { name: 'search_products', arguments: { query: 'notes' } };
    const { body } = await rpc(app, 'tools/call', { path, params });
    expect([(await namesOf({ toolsets: 'insights', token: '' }))[0], body.error]).toEqual([params.name, undefined]);
  });

  it('do not change the resource that a token is for', async () => {
    const person = await signUp(app, 'growth');
    const client = await RawClient.register(app);
    const { code, verifier } = await client.code(person);
    const resource = `${app.origin}/mcp/auth?toolsets=all`;
    const { access_token: token } = await client.token({
      ...{ grant_type: 'authorization_code', code, code_verifier: verifier },
      ...{ redirect_uri: 'http://127.0.0.1:33418/callback', resource },
    });
    const { status, body } = await rpc(app, 'tools/list', { path: '/mcp/auth?toolsets=default,insights', token });
    expect([status, body.result?.tools?.length]).toEqual([200, 12 + INSIGHTS.length]);
  });

  it.each([
    ['insights', 10_000],
    ['research', 2_500],
    ['alerts', 13_000],
    ['usage', 6_500],
    ['bulk', 5_000],
  ])('have short definitions: %s', async (toolsets, budget) => {
    const tools = (await listed({ toolsets })).body.result?.tools ?? [];
    expect(JSON.stringify({ tools }).length).toBeLessThan(budget);
  });
});

describe('the optional tools', () => {
  it('return data that matches their schemas, which the official client checks', async () => {
    const [one, other] = [await createReviewedProduct(app.database), await createReviewedProduct(app.database)];
    const opportunity_id = await insertReviewOpportunity(app.database);
    const client = assistant('auto', new URL('/mcp?toolsets=all', app.origin), { key });
    await client.connect();
    await client.toolNames();
    const item = { opportunity_id, field: 'email' };
    const saved = await client.call('save_search', { name: 'Exports', filters: { q: ['exports'] } });
    const { id: saved_search_id } = (saved.structuredContent as { data: { id: string } }).data;
    const calls: [string, Record<string, unknown>][] = [
      ['compare_products', { product_ids: [one, other] }],
      ['list_reports', { product_id: one }],
      ['diff_reports', { product_id: one }],
      ['get_switching', { product_id: one }],
      ['get_standing', { product_id: one }],
      ['search', { query: 'Who complains about exports?' }],
      ['fetch', { id: `report:${one}` }],
      ['fetch', { id: `opportunity:${opportunity_id}` }],
      ['list_saved_searches', { fields: ['filters'] }],
      ['preview_search', { filters: { source: ['review'] } }],
      ['list_matches', { saved_search_id }],
      ['get_usage', { group_by: ['action', 'key'] }],
      ['get_ledger', { page_size: 1 }],
      ['quote', { items: [{ action: 'unlock_contact', ...item }] }],
      ['start_bulk_job', { action: 'unlock_contact', items: [item], max_credits: 1, dry_run: true }],
    ];
    const failed: string[] = [];
    for (const [name, args] of calls) {
      const { isError, structuredContent } = await client.call(name, args);
      if (isError || !structuredContent) failed.push(name);
    }
    await client.close();
    expect(failed).toEqual([]);
  });

  it('return a list by cursor page by page', async () => {
    const { key: own, teamId } = await createKey(app, { credits: 1 });
    await app.get(CreditsService).grant(teamId, 2, 'test', { kind: 'operator', id: null, requestId: null });
    const read = async (more: object) =>
      (await callTool('get_ledger', { page_size: 1, ...more }, own)).result?.structuredContent as {
        data: { amount: number }[];
        meta: { pagination: { has_more: boolean; next_cursor: string | null }; next_step?: string };
      };
    const first = await read({});
    const second = await read({ cursor: first.meta.pagination.next_cursor });
    expect([first.data, second.data].flat().map(({ amount }) => amount)).toEqual([2, 1]);
    expect([first.meta.next_step, second.meta.pagination]).toEqual([
      expect.stringContaining('next_cursor'),
      { page_size: 1, has_more: false, next_cursor: null },
    ]);
  });

  it('price a call for a connection as for a key', async () => {
    const { token } = await connected('1');
    const opportunity_id = await insertReviewOpportunity(app.database);
    const items = [{ action: 'generate_pitch', opportunity_id }];
    expect(dataOf(await callTool('quote', { items }, token))).toMatchObject({
      items: [{ would: 'charge', credits_required: 1, spend_remaining: 1 }],
      total: { credits_required: 1, is_allowed: true },
    });
  });

  it('start one bulk job for a repeated call, made by the connection within its budget', async () => {
    const { token } = await connected('1');
    const companies = [1, 2].map((place) => `Bulk ${place} ${randomUUID()}`);
    const people = companies.map((company, place) => ({
      name: 'Jane Doe',
      company,
      email: `jane${place}@bulk.example.com`,
    }));
    await importLines(app, ContactsImporter, people);
    const ids = companies.map((company) => insertReviewOpportunity(app.database, { company }));
    const items = (await Promise.all(ids)).map((opportunity_id) => ({ opportunity_id, field: 'email' }));
    const start = async () =>
      dataOf<{ id: string }>(
        await callTool('start_bulk_job', { action: 'unlock_contact', items, max_credits: 5 }, token),
      );
    const [{ id: bulk_job_id }, again] = [await start(), await start()];
    const read = async () =>
      dataOf<{ finished_at: string | null }>(await callTool('get_bulk_job', { bulk_job_id }, token));
    let job = await read();
    for (; job.finished_at === null; job = await read()) await app.inWorker(BulkRunner).runDue();
    expect(again.id).toBe(bulk_job_id);
    expect(job).toMatchObject({
      status: 'completed',
      counts: { succeeded: 1, skipped: 1 },
      credits_charged: 1,
    });
  });
});

describe('an assistant that knows only the descriptions of the tools', () => {
  it('finds who wants to leave a product and why, and drafts to the best three, in at most eight calls', async () => {
    const { key: testKey } = await createKey(app, { test: true, spendCap: 10 });
    const client = assistant('auto', new URL('/mcp?toolsets=default,insights', app.origin), { key: testKey });
    await client.connect();
    let calls = 0;
    const ask = async <Data>(tool: string, args: Record<string, unknown>): Promise<Data> => {
      calls++;
      const { isError, structuredContent, content } = await client.call(tool, args);
      if (isError) throw new Error(JSON.stringify(content));
      return (structuredContent as { data: Data }).data;
    };
    const [product] = await ask<{ id: string }[]>('search_products', { query: 'Pipewell' });
    const product_id = product?.id;
    const { themes } = await ask<{ themes: object[] }>('get_pain_points', { product_id });
    const leaving = await ask<{ id: string; signal: string; quote: string }[]>('list_opportunities', {
      ...{ product_id: [product_id], signal: ['leaving', 'alternative'], sort: '-score', page_size: 3 },
    });
    const drafts = [];
    for (const { id } of leaving) {
      drafts.push(await ask<{ pitch: { id: string } }>('generate_pitch', { opportunity_id: id }));
    }
    await client.close();
    const isNamed = ({ signal, quote }: (typeof leaving)[number]) => /leaving|alternative/.test(signal) && quote !== '';
    expect([leaving.filter(isNamed).length, themes.length > 2, drafts.length, calls]).toEqual([3, true, 3, 6]);
  });
});

describe('a connection that asks before spending', () => {
  const FORMS = { elicitation: { form: {} } };
  const CONFIRMED = { confirm: { action: 'accept', content: { confirm: true } } };

  interface Answer {
    resultType: string;
    requestState?: string;
    inputRequests?: { confirm: { params: { message: string; requestedSchema: object } } };
    isError?: boolean;
    content: { text: string }[];
    structuredContent: { data: { message: string }; meta: { credits: object } };
  }

  /** One call in the revision 2026-07-28. */
  async function send(token: string, name: string, args: object, more: object = {}, capabilities: object = FORMS) {
    const version = '2026-07-28';
    const { body } = await rpc(app, 'tools/call', {
      token,
      headers: { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': name },
      params: {
        ...{ name, arguments: args, ...more },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': capabilities,
        },
      },
    });
    return body.result as unknown as Answer;
  }
  const balanceOf = (teamId: string) => app.get(CreditsService).balanceOf(teamId);

  let asking: { token: string; teamId: string };
  let product_id: string;
  let name: string;
  beforeEach(async () => {
    asking = await connected('5', true);
    name = `Askable ${randomUUID()}`;
    product_id = await createReviewedProduct(app.database, { name, reviews: ONE_REVIEW });
  });

  it('gets one question with the purchase, its price, the balance and the budget', async () => {
    const { resultType, inputRequests, requestState } = await send(asking.token, 'generate_report', { product_id });
    expect([resultType, inputRequests?.confirm.params, requestState]).toEqual([
      'input_required',
      {
        mode: 'form',
        message:
          `Buy a pain-points report of ${name} for 1 credit? ` +
          'The team has 10 credits. The budget of this connection has 5 left.',
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: 'Buy', description: expect.any(String) } },
          required: ['confirm'],
        },
      },
      expect.any(String),
    ]);
    expect(await balanceOf(asking.teamId)).toBe(10);
  });

  it('buys once after the person confirms', async () => {
    const { requestState } = await send(asking.token, 'generate_report', { product_id });
    const answer = { requestState, inputResponses: CONFIRMED };
    const first = await send(asking.token, 'generate_report', { product_id }, answer);
    const again = await send(asking.token, 'generate_report', { product_id }, answer);
    expect([first, again].map(({ structuredContent }) => structuredContent.meta.credits)).toEqual([
      { charged: 1, remaining: 9, cap_remaining: 4 },
      { charged: 0, remaining: 9, cap_remaining: 4 },
    ]);
  });

  it.each<[string, object]>([
    ['declines', { confirm: { action: 'decline' } }],
    ['cancels', { confirm: { action: 'cancel' } }],
    ['does not confirm', { confirm: { action: 'accept', content: { confirm: false } } }],
    ['answers something else', { confirm: { action: 'accept', content: { confirm: 'true' } } }],
    ['does not answer', {}],
  ])('buys nothing if the person %s', async (_, inputResponses) => {
    const { requestState } = await send(asking.token, 'generate_report', { product_id });
    const answer = await send(asking.token, 'generate_report', { product_id }, { requestState, inputResponses });
    expect([answer.isError ?? false, answer.structuredContent.data, answer.structuredContent.meta.credits]).toEqual([
      false,
      { message: 'Not bought; nothing was charged' },
      { charged: 0, remaining: 10, cap_remaining: 5 },
    ]);
  });

  it('buys nothing with the state of another question, or without a state', async () => {
    const other = await createReviewedProduct(app.database, { reviews: ONE_REVIEW });
    const stranger = await connected('5', true);
    const { requestState = '' } = await send(asking.token, 'generate_report', { product_id });
    const [id, expiresAt, signature] = requestState.split('.');
    const calls: [string, object, string | undefined][] = [
      [asking.token, { product_id: other }, requestState],
      [stranger.token, { product_id }, requestState],
      [asking.token, { product_id }, [id, Number(expiresAt) + 1, signature].join('.')],
      [asking.token, { product_id }, 'nonsense'],
      [asking.token, { product_id }, undefined],
    ];
    const answers = await Promise.all(
      calls.map(([token, args, state]) =>
        send(token, 'generate_report', args, { requestState: state, inputResponses: CONFIRMED }),
      ),
    );
    expect(answers.map(({ structuredContent }) => structuredContent.data.message)).toEqual(
      calls.map(() => 'Not bought; nothing was charged'),
    );
    expect(await balanceOf(asking.teamId)).toBe(10);
  });

  it('buys nothing with an answer that comes after ten minutes', async () => {
    const { requestState } = await send(asking.token, 'generate_report', { product_id });
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000);
    const late = { requestState, inputResponses: CONFIRMED };
    const answer = await send(asking.token, 'generate_report', { product_id }, late).finally(() => now.mockRestore());
    expect(answer.structuredContent.data.message).toBe('Not bought; nothing was charged');
  });

  it('is not asked about calls that are free, only priced, or cannot be paid', async () => {
    await send(asking.token, 'generate_report', { product_id }, {}, {});
    const poor = await connected('5', true, 0);
    const other = await createReviewedProduct(app.database, { reviews: ONE_REVIEW });
    const answers = [
      await send(asking.token, 'generate_report', { product_id }),
      await send(asking.token, 'generate_report', { product_id: other, dry_run: true }),
      await send(poor.token, 'generate_report', { product_id: other }),
    ];
    expect(answers.map(({ resultType, isError }) => [resultType, isError ?? false])).toEqual([
      ['complete', false],
      ['complete', false],
      ['complete', true],
    ]);
    expect(answers[2]?.content[0]?.text).toContain('insufficient_credits');
  });

  it('is not asked by clients that show no forms, or of older revisions', async () => {
    const other = await createReviewedProduct(app.database, { reviews: ONE_REVIEW });
    await send(asking.token, 'generate_report', { product_id }, {}, { elicitation: { url: {} } });
    await callTool('generate_report', { product_id: other }, asking.token);
    expect(await balanceOf(asking.teamId)).toBe(8);
  });

  it('gets a question for each kind of purchase', async () => {
    const opportunity_id = await insertReviewOpportunity(app.database);
    const item = { opportunity_id, field: 'email' };
    const questionOf = async (name: string, args: object) =>
      (await send(asking.token, name, args)).inputRequests?.confirm.params.message;
    expect([await questionOf('generate_pitch', { opportunity_id }), await questionOf('unlock_contact', item)]).toEqual([
      expect.stringMatching(/^Buy a pitch for the opportunity ".+" for 1 credit\?/),
      expect.stringMatching(/^Buy the email of the author of the opportunity ".+" for 1 credit\?/),
    ]);
    expect(await balanceOf(asking.teamId)).toBe(10);
  });

  it('lets the official client ask the person, and call again with the answer', async () => {
    const questions: string[] = [];
    const url = new URL('/mcp/auth?toolsets=all', app.origin);
    const memory = new StoredConnection();
    memory.saveTokens({ access_token: asking.token, token_type: 'Bearer' });
    const client = assistant('auto', url, {
      authProvider: memory,
      answer: (question) => {
        questions.push(question);
        return { action: 'accept', content: { confirm: true } };
      },
    });
    await client.connect();
    const opportunity_id = await insertReviewOpportunity(app.database);
    const items = [{ opportunity_id, field: 'phone' }];
    const report = await client.call('generate_report', { product_id });
    const job = await client.call('start_bulk_job', { action: 'unlock_contact', items, max_credits: 3 });
    await client.close();
    expect([report.isError, (job.structuredContent as { data: object }).data]).toMatchObject([
      undefined,
      { action: 'unlock_contact', max_credits: 3 },
    ]);
    expect(questions).toEqual([
      expect.stringContaining(`a pain-points report of ${name} for 1 credit?`),
      expect.stringContaining('1 times unlock_contact in the background for at most 3 credits?'),
    ]);
  });
});
