import type { VNode } from 'preact';

/** The addresses of downloads. */
export const DOWNLOADS = '/app/downloads';

/** A link to a list as a file. `query` has its filters. */
export function DownloadLink({ file, query, children }: { file: string; query?: string; children: string }): VNode {
  return (
    <a href={`${DOWNLOADS}/${file}${query ? `?${query}` : ''}`} download>
      {children}
    </a>
  );
}
