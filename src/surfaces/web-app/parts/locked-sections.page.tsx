import type { VNode } from 'preact';
import { planName } from '#accounts/teams/plans.js';
import type { Env } from '#config/env.js';
import { Icon } from '#platform/pages/icon.page.js';
import type { Section } from '../kernel/page.route.js';

/** The sections that come with a paid plan, and what each shows. */
export const PAID_SECTIONS: Partial<Record<Section, { title: string; shows: string }>> = {
  inbox: {
    title: 'Inbox',
    shows:
      'Here you would see the matches of your saved searches, finished reports of products that you follow, and comments that name you.',
  },
  compare: {
    title: 'Compare',
    shows:
      'Here you would see products side by side: which problem each has more often than the others, and what it costs them in stars.',
  },
  opportunities: {
    title: 'Opportunities',
    shows:
      'Here you would see people who look for something else, leave a product or complain about it: their words, why they count, and how to reach them.',
  },
  searches: {
    title: 'Saved searches',
    shows: 'Here you would keep filters of the opportunities, and be told of each new match.',
  },
  pitches: {
    title: 'Pitches',
    shows: 'Here you would find the messages that were drafted for people, from their own words.',
  },
};

/** The content of the page of a section that the plan of the team does not include. */
export function LockedSection({ shows, prices }: { shows: string; prices: Env['PLAN_PRICES'] }): VNode {
  return (
    <>
      <p>{shows}</p>
      <p>
        {`Your plan does not include this. Every paid plan does, from ${planName('starter')} up`}
        {prices && ` (${prices.starter} a month)`}.
      </p>
      <p class="actions">
        <a class="button primary" href="/app/settings/plan">
          Compare the plans
        </a>
      </p>
    </>
  );
}

/** Marks a link to a section that the plan does not include. */
export const LockMark = (): VNode => (
  <span class="locked">
    <Icon name="lock" />
    <span class="unseen">, not in your plan</span>
  </span>
);
