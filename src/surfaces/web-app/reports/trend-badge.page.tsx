import type { VNode } from 'preact';
import type { Theme } from '#market/reports/theme.dto.js';
import { monthName } from './month-name.js';
import { Badge } from '../parts/parts.page.js';

const TREND_TONES = { trending: 'bad', emerging: 'wait', declining: 'good' } as const;

/** `areDatesKnown` is undefined in a preview. There, `stable` may only mean that there are no dates. */
export function TrendBadge(props: { theme: Theme; areDatesKnown: boolean | undefined }): VNode | null {
  const { theme, areDatesKnown } = props;
  const { trend } = theme;
  if (areDatesKnown === false) return <Badge>no dates</Badge>;
  if (areDatesKnown === undefined && trend === 'stable') return null;
  return <Badge tone={TREND_TONES[trend as keyof typeof TREND_TONES]}>{trendOf(theme)}</Badge>;
}

/** The trend in words. A share that once changed for good is stable only since then. */
export const trendOf = ({ trend, change }: Theme): string =>
  trend === 'stable' && change ? `stable since ${monthName(change.month)}` : trend;
