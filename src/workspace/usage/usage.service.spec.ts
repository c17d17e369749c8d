import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { createSpender, orderOf } from '../../../test/support/spender.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import type { UsageQuery } from './usage.operations.js';
import { UsageService } from './usage.service.js';

describe('the usage of a team', () => {
  let app: TestApp;
  let caller: TeamCaller;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  /** A team with one kept and one refunded charge. */
  beforeEach(async () => {
    caller = await createSpender(app);
    const credits = app.get(CreditsService);
    const [kept, refunded] = [
      await credits.open(orderOf(caller, 'kept')),
      await credits.open(orderOf(caller, 'failed')),
    ];
    await credits.settle(kept.purchaseId);
    await credits.refund(refunded.purchaseId, 'the run failed');
  });

  const usage = (query: Partial<UsageQuery> = {}) => app.get(UsageService).usage(caller, query);

  it('subtracts refunds from charges', async () => {
    expect((await usage()).totals).toEqual({ charged: 2, refunded: 1, net: 1, count: 2 });
  });

  it('has only the columns that it is grouped by', async () => {
    const { rows } = await usage({ group_by: ['action'] });
    expect(rows).toEqual([{ action: 'generate_report', charged: 2, refunded: 1, net: 1, count: 2 }]);
  });

  it('covers the last thirty days by default', async () => {
    const { from, to } = await usage();
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(29);
  });

  it('is empty on a day without a purchase', async () => {
    expect((await usage({ from: '2020-01-01', to: '2020-01-01' })).rows).toEqual([]);
  });

  it('has no charge of another team', async () => {
    caller = await createSpender(app);
    expect((await usage()).totals.count).toBe(0);
  });

  it('refuses a period of more than a year', async () => {
    await expect(usage({ from: '2020-01-01', to: '2021-01-02' })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
