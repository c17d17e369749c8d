import type { VNode } from 'preact';

interface MeterProps {
  /** From 0 to 1. More is shown as 1. */
  share: number;
  tone?: 'act' | 'g1';
  /** What it says to a screen reader; without it, the words beside it say the same. */
  label?: string;
}

/** A part of a whole as a thin bar. */
export function Meter({ share, tone = 'g1', label }: MeterProps): VNode {
  const width = Math.round(100 * Math.min(1, Math.max(0, share)));
  const name = label ? ({ role: 'img', 'aria-label': label } as const) : { 'aria-hidden': true };
  return (
    <svg class="meter" {...name} viewBox="0 0 100 4" preserveAspectRatio="none" height={4}>
      <rect class="off" width={100} height={4} />
      <rect class={tone} width={width} height={4} />
    </svg>
  );
}
