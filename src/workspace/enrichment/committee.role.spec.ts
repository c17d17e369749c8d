import { committeeRoleOf } from './committee.role.js';

describe('the role in a buying committee', () => {
  it.each([
    ['CTO', null, null, 'decision_maker'],
    ['Vice President, Sales', null, null, 'decision_maker'],
    ['Owner', null, null, 'decision_maker'],
    [null, 'c_level', null, 'decision_maker'],
    ['Executive Assistant', null, null, 'end_user'],
    ['Engineering Manager', null, null, 'champion'],
    ['Product Owner', null, null, 'influencer'],
    ['Clerk', null, 'IT', 'influencer'],
    ['Clerk', null, null, 'end_user'],
    [null, null, null, 'end_user'],
  ])('of %s, %s, %s is %s', (title, seniority, department, role) => {
    expect(committeeRoleOf(title, seniority, department)).toBe(role);
  });
});
