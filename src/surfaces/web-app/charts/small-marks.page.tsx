import type { VNode } from 'preact';
import { tenth } from './geometry.js';

interface StripProps {
  /** All in percent. */
  value: number;
  low: number;
  high: number;
  rivals: readonly number[];
  max: number;
}

const STRIP_WIDTH = 120;

/** A product against its competitors on one scale: ticks for them, a disc with its interval for it. */
export function Strip({ value, low, high, rivals, max }: StripProps): VNode {
  const x = (share: number): number => tenth(4 + (Math.min(share, max) / (max || 1)) * (STRIP_WIDTH - 8));
  const label = `${value.toFixed(1)}%, competitors ${rivals.map((each) => `${each.toFixed(1)}%`).join(', ')}`;
  return (
    <svg class="strip" width={STRIP_WIDTH} height={20} viewBox={`0 0 ${STRIP_WIDTH} 20`} role="img" aria-label={label}>
      <path class="base" d={`M4 10H${STRIP_WIDTH - 4}`} />
      <path class="rv" d={rivals.map((each) => `M${x(each)} 5V15`).join('')} />
      <path class="ci" d={`M${x(low)} 10H${x(high)}`} />
      <circle class="me-dot" cx={x(value)} cy={10} r={4} />
    </svg>
  );
}

const IMPACTS = { low: 1, medium: 2, high: 3 } as const;

/** The impact of a theme as one to three discs. */
export function Impact({ level }: { level: keyof typeof IMPACTS }): VNode {
  return (
    <span class="dots" role="img" aria-label={`${level} impact`}>
      {'●'.repeat(IMPACTS[level]) + '○'.repeat(3 - IMPACTS[level])}
    </span>
  );
}

/** A small triangle: brick for worse, blue for better. The words beside it say the same. */
export function Direction({ isUp, isWorse = isUp }: { isUp: boolean; isWorse?: boolean }): VNode {
  return (
    <svg class={isWorse ? 'tri up' : 'tri down'} width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
      <path d={isUp ? 'M4 0.5 8 7.5H0Z' : 'M4 7.5 8 0.5H0Z'} />
    </svg>
  );
}

/** A bar with a share of the longest one of its list. The figure stands beside it. */
export function RowBar({
  value,
  most,
  tone = 'g1',
}: {
  value: number;
  most: number;
  tone?: 'g1' | 'g2' | 'up';
}): VNode {
  return (
    <svg class="row-bar" viewBox="0 0 96 8" width={96} height={8} preserveAspectRatio="none" aria-hidden="true">
      <rect class={tone} width={tenth(96 * Math.max(0.02, most > 0 ? value / most : 0))} height={8} rx={2} />
    </svg>
  );
}

/** Stars of a review. */
export function Stars({ rating }: { rating: number }): VNode {
  return (
    <span class="stars" role="img" aria-label={`${rating} of 5 stars`}>
      {'★'.repeat(Math.round(rating))}
      <i>{'★'.repeat(5 - Math.round(rating))}</i>
    </span>
  );
}
