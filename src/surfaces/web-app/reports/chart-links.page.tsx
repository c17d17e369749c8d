import type { VNode } from 'preact';

/** Links to a chart as pictures. `address` may have a query. */
export function ChartLinks({ address, of }: { address: string; of: string }): VNode {
  const href = (format: string): string => `${address}${address.includes('?') ? '&' : '?'}format=${format}`;
  return (
    <p class="small screen-only">
      Download:{' '}
      {(['png', 'svg'] as const).map((format) => (
        <>
          <a href={href(format)} download>
            {format.toUpperCase()}
            <span class="unseen"> of {of}</span>
          </a>{' '}
        </>
      ))}
    </p>
  );
}
