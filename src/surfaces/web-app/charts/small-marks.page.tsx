import type { VNode } from 'preact';
import { tenth } from './geometry.js';

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
