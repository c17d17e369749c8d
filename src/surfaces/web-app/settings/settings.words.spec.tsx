import { render } from 'preact-render-to-string';
import type { ListedKey } from '#access/api-keys/api-keys.service.js';
import { Context, FormContext, type PageContext } from '../parts/page-context.js';
import { EventPicker } from './event-picker.page.js';
import { KeyTable } from './key-table.page.js';

const context = { csrfToken: '', refused: null, team: { role: 'owner' } } as unknown as PageContext;

describe('the table of keys', () => {
  const key = {
    ...{ id: 'k', name: 'ci', hint: 'abcd', status: 'live', livemode: true, allowed_cidrs: [], calls_7_days: 0 },
    ...{ scopes: ['read', 'write', 'spend:report'], spend_cap: 3, spend_used: 1, daily_cap: null, daily_used: null },
    ...{ created_at: new Date(), created_by: null, last_used_at: null, last_used_ip: null, expires_at: null },
  } as unknown as ListedKey;
  const html = render(
    <Context.Provider value={context}>
      <KeyTable keys={[key]} mayManage />
    </Context.Provider>,
  );

  it('says in words what a key may do', () => {
    expect(html).toMatch(/data-label="Scopes">Read · Change · Buy reports</);
  });

  it('labels the fields of the limits', () => {
    expect(html).toMatch(/<label>Spend cap<input [^>]*name="spend_cap"/);
    expect(html).toMatch(/<label>Daily cap<input [^>]*name="daily_cap"/);
  });
});

describe('the choice of events', () => {
  const types = [
    { type: 'opportunity.created', description: 'A new one' },
    { type: 'team.renamed', description: 'A new name' },
  ];
  const shown = (event_types?: string): string =>
    render(
      <FormContext.Provider value={{ values: event_types ? { event_types } : {}, faults: {} }}>
        <EventPicker types={types} />
      </FormContext.Provider>,
    );

  it('of all events folds the single ones', () => {
    expect(shown()).toMatch(/value="\*" checked.*<details><summary>Only some events<\/summary>.*opportunity\.created/);
  });

  it('that has single ones shows them', () => {
    expect(shown('team.renamed')).toContain('<details open><summary>Only some events');
  });
});
