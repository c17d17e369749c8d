import { limitReached } from './teams.failures.js';

describe('the message of a limit', () => {
  it.each([
    [0, 'exports_per_hour', true, 'Your plan allows no exports per hour; a larger plan allows more'],
    [1, 'saved_searches', true, 'Your plan allows at most 1 saved search; a larger plan allows more'],
    [1, 'running_replays', false, 'There can be at most 1 running replay'],
    [1, 'exports_per_hour', true, 'Your plan allows at most 1 export per hour; a larger plan allows more'],
    [10, 'webhook_endpoints', true, 'Your plan allows at most 10 webhook endpoints; a larger plan allows more'],
  ])('for %i of %s counts them in words', (limit, limit_name, upgrade_required, message) => {
    expect(limitReached({ limit_name, limit, current: limit, upgrade_required }).message).toBe(message);
  });
});
