import { render } from 'preact-render-to-string';
import type { Env } from '#config/env.js';
import { LockedSection } from './locked-sections.page.js';

const pageFor = (prices: Env['PLAN_PRICES']): string => render(<LockedSection shows="Much." prices={prices} />);

describe('the page of a section that the plan does not include', () => {
  it('names the price of the first plan that has it', () => {
    const prices = { free: '$0', starter: '$49', growth: '$99', scale: '$199', enterprise: '$999' };
    expect(pageFor(prices)).toContain('from Starter up ($49 a month).');
  });

  it('names the plan alone where prices are not shown', () => {
    expect(pageFor(undefined)).toContain('from Starter up.');
  });
});
