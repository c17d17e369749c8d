import { INBOX_TYPES, itemContentOf, titleWithout } from './inbox.titles.js';

const product = { id: 'p1', name: 'Tabula' };
const contentOf = (type: string, data: Record<string, unknown>) =>
  itemContentOf({ id: 'event-1', team_id: 'team-1', type, data });

describe('the text of an event in the inbox', () => {
  it('names the product of a finished report', () => {
    expect(contentOf('report.completed', { product, report_id: 'r1' })).toEqual({
      kind: 'report',
      subject: 'r1',
      title: 'Tabula: the report is ready',
      path: '/products/p1',
      replaces: false,
    });
  });

  it.each([
    [['Exports'], 'Tabula: the report is ready, with 1 new or growing theme'],
    [['Exports', 'Prices'], 'Tabula: the report is ready, with 2 new or growing themes'],
  ])('counts the growing themes %j of a report', (themes, title) => {
    expect(contentOf('theme.spiked', { product, report_id: 'r1', themes })?.title).toBe(title);
  });

  it('replaces the item of the report that has growing themes', () => {
    expect(contentOf('theme.spiked', { product, report_id: 'r1', themes: [] })?.replaces).toBe(true);
  });

  it.each([
    ['day', 'The key Nightly has used 80% of its daily cap'],
    ['lifetime', 'The key Nightly has used 80% of its spend cap'],
  ])('names the cap of a key (%s)', (cap, title) => {
    const data = { key: { id: 'k1', name: 'Nightly' }, threshold: 80, cap };
    expect(contentOf('key.spend_threshold', data)?.title).toBe(title);
  });

  it('links a disabled endpoint to its settings', () => {
    const data = { endpoint: { id: 'e1', url: 'https://hooks.example/a' } };
    expect(contentOf('webhook_endpoint.disabled', data)?.path).toBe('/app/settings/webhooks/e1');
  });

  const commented = (mentions: object[]) =>
    contentOf('opportunity.commented', {
      ...{ opportunity_id: 'o1', comment: { id: 'c1', text: '@ben call\nthem' }, by: { name: 'ada@acme.example' } },
      mentions,
    });

  it('names who mentions whom in a comment', () => {
    const item = commented([{ id: 'u1', name: 'ben@acme.example' }]);
    expect(item).toMatchObject({
      title: 'ada@acme.example to ben@acme.example: @ben call them',
      path: '/app/opportunities/o1',
    });
  });

  it('is missing for a comment that mentions nobody', () => {
    expect(commented([])).toBeNull();
  });

  it('refuses an event that makes no item', () => {
    expect(() => contentOf('opportunity.viewed', {})).toThrow('makes no inbox item');
  });

  it('has a text for each of its events', () => {
    expect(INBOX_TYPES).toEqual([
      'report.completed',
      'theme.spiked',
      'credits.low',
      'key.spend_threshold',
      'webhook_endpoint.disabled',
      'destination.disabled',
      'opportunity.commented',
    ]);
  });
});

describe('the title of a mention without a person', () => {
  const [ada, ben, rob] = ['ada@acme.example', 'ben@acme.example', 'rob.ben@acme.example'];

  it.each([
    ['mentioned', `${ada} to ${ben}: @ben call them`, `${ada} to a former member`],
    ['mentioned among others', `Nightly key to ${ben}, ${rob}: call`, `Nightly key to a former member, ${rob}`],
    ['the writer', `${ben} to ${ada}: call them`, `A former member to ${ada}`],
    ['in the text', `${rob} to ${ada}: write to ${ben}`, `${rob} to ${ada}`],
  ])('leaves out the text if the person is %s', (_, title, expected) => {
    expect(titleWithout(title, ben.toUpperCase())).toBe(expected);
  });
});
