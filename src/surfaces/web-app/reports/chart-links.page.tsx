import type { VNode } from 'preact';

interface ChartLinksProps {
  /** May have a query. */
  address: string;
  of: string;
  /** The visible name, where there are several charts. */
  label?: string;
}

/** Links to a chart as pictures. */
export function ChartLinks({ address, of, label = 'Download' }: ChartLinksProps): VNode {
  const href = (format: string): string => `${address}${address.includes('?') ? '&' : '?'}format=${format}`;
  return (
    <p class="small screen-only">
      {label}:{' '}
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
