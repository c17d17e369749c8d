import { startTestApp, type TestApp } from '../../../test/support/app.js';
import { createSpender, orderOf } from '../../../test/support/spender.js';
import { CreditsService } from './credits.service.js';
import { StatementsService } from './statements.service.js';

describe('the statements of a team', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it('contain the purchases of a team without refunded ones', async () => {
    const [buyer, refunded] = [await createSpender(app), await createSpender(app)];
    await app.get(CreditsService).open(orderOf(buyer, 'kept'));
    const { purchaseId } = await app.get(CreditsService).open(orderOf(refunded, 'returned'));
    await app.get(CreditsService).refund(purchaseId, 'deadline passed');
    const has = (teamId: string, action: string) => app.get(StatementsService).hasBought(teamId, action);
    expect([
      await has(buyer.team.id, 'generate_report'),
      await has(buyer.team.id, 'generate_pitch'),
      await has(refunded.team.id, 'generate_report'),
    ]).toEqual([true, false, false]);
  });
});
