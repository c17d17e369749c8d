import { render } from 'preact-render-to-string';
import type { BuyingCommitteeMember } from '#workspace/opportunities/committee-member.dto.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { Context, type PageContext } from '../parts/page-context.js';
import { Committee } from './committee.page.js';
import { sourceOf } from './opportunity-parts.page.js';
import { sizeText } from './person.page.js';

const context = { csrfToken: '', refused: null, team: { role: 'owner' } } as unknown as PageContext;

describe('the source of an opportunity', () => {
  it.each([
    [{ source: 'network', mention: { forum_community: null } }, 'a professional network'],
    [{ source: 'forum', mention: { forum_community: null } }, 'a forum'],
    [{ source: 'forum', mention: { forum_community: 'Support Leaders' } }, 'Support Leaders'],
    [{ source: 'review', review: { platform: 'g2' } }, 'g2'],
  ])('of %j is %s', (item, words) => {
    expect(sourceOf({ review: null, mention: null, ...item } as unknown as OpportunityDetail)).toBe(words);
  });
});

describe('the size of a company', () => {
  it.each([
    ['1001-5000', '1,001–5,000 people'],
    ['10001+', '10,001+ people'],
    ['120', '120 people'],
    ['large', 'large'],
  ])('%j is shown as %j', (size, words) => {
    expect(sizeText(size)).toBe(words);
  });
});

describe('a buying committee', () => {
  const member = (index: number): BuyingCommitteeMember =>
    ({
      ...{ index, name: `Person ${index}`, title: 'Buyer', role: 'end_user', email: null, phone: null },
      ...{ email_not_found: false, phone_not_found: false },
    }) as unknown as BuyingCommitteeMember;
  const shown = (count: number): string =>
    render(
      <Context.Provider value={context}>
        <Committee
          opportunityId="o"
          members={Array.from({ length: count }, (_, index) => member(index))}
          {...{ role: null, balance: 9, price: 1 }}
        />
      </Context.Provider>,
    );

  it('of many people shows five, and the others when it is opened', () => {
    const html = shown(25);
    const [first = '', rest = ''] = html.split('<details>');
    expect([first, rest].map((part) => part.match(/<strong/g)?.length)).toEqual([5, 20]);
    expect(rest).toContain('<summary>All 25</summary>');
    expect(html.match(/<form/g)).toHaveLength(1);
  });

  it('of six people shows all', () => {
    expect(shown(6)).not.toContain('<details>');
  });
});
