import type { VNode } from 'preact';
import { Badge } from './parts.page.js';

const TREND_TONES = { trending: 'bad', emerging: 'wait', declining: 'good' } as const;

/** `areDatesKnown` is undefined in a preview. There, `stable` may only mean that there are no dates. */
export function TrendBadge({
  trend,
  areDatesKnown,
}: {
  trend: string;
  areDatesKnown: boolean | undefined;
}): VNode | null {
  if (areDatesKnown === false) return <Badge>no dates</Badge>;
  if (areDatesKnown === undefined && trend === 'stable') return null;
  return <Badge tone={TREND_TONES[trend as keyof typeof TREND_TONES]}>{trend}</Badge>;
}
