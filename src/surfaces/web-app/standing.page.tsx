import type { VNode } from 'preact';
import type { MentionRate, Standing, StandingInCategory } from '#market/pain-points/standing.operations.js';
import { Badge } from './parts.page.js';

const TONES = { worse: 'bad', better: 'good', similar: undefined } as const;

/** How a product stands against its competitors in a kind of problem. */
export function StandingBadge({ standing }: Pick<StandingInCategory, 'standing'>): VNode {
  return <Badge tone={TONES[standing]}>{`${standing} ${standing === 'similar' ? 'to' : 'than'} competitors`}</Badge>;
}

/** The rates behind a standing, with their intervals. */
export function RateLine({ rates: { product, competitors } }: { rates: StandingInCategory }): VNode {
  return (
    <p class="quiet standing-rates">{`Mentions per 100 reviews: ${rateIn(product)}; competitors ${rateIn(competitors)}`}</p>
  );
}

/** What the standings of a report compare. Null without any. */
export function StandingLegend({
  standing: { competitors, competitor_reviews, categories },
}: {
  standing: Standing;
}): VNode | null {
  if (categories.length === 0) return null;
  const others = competitors === 1 ? '1 competitor' : `${competitors} competitors`;
  return (
    <p class="quiet">
      {`Compared with ${others} with a report, of ${competitor_reviews.toLocaleString('en')} reviews. Better or worse: ` +
        'the 95% intervals, in brackets, do not overlap.'}
    </p>
  );
}

const rateIn = ({ per_hundred, low, high }: MentionRate): string => `${per_hundred} (${low}–${high})`;
