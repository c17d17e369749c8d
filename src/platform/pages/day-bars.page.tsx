import type { VNode } from 'preact';

const STEP = 16;
const BAR = 14;
const HEIGHT = 36;

/** A bar for each day, the last one is today. The words beside it have the total. */
export function DayBars({ days, label }: { days: readonly number[]; label: string }): VNode {
  const most = Math.max(1, ...days);
  const width = days.length * STEP;
  return (
    <svg class="spark" viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} role="img" aria-label={label}>
      {days.map((count, day) => {
        const height = Math.max(1, Math.round((count / most) * (HEIGHT - 2)));
        return <rect key={day} class="pt" x={day * STEP} y={HEIGHT - height} width={BAR} height={height} />;
      })}
    </svg>
  );
}
