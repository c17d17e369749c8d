import type { VNode } from 'preact';
import { CopyButton } from '../parts/parts.page.js';
import { webAddress } from './who-card.page.js';

interface ContactLinkProps {
  field: string;
  value: string | null;
  /** Offers to copy the value, under this id. */
  id?: string;
}

/** A contact that is unlocked, as a link that writes, calls or opens; or that nothing was found. */
export function ContactLink({ field, value, id }: ContactLinkProps): VNode {
  if (value === null) return <span class="quiet">not found</span>;
  const href = hrefOf(field, value);
  return (
    <>
      {href ? (
        <a id={id} href={href}>
          {value}
        </a>
      ) : (
        <span id={id}>{value}</span>
      )}{' '}
      {id && <CopyButton source={id}>Copy</CopyButton>}
    </>
  );
}

function hrefOf(field: string, value: string): string | null {
  if (field === 'email') return `mailto:${encodeURIComponent(value).replaceAll('%40', '@')}`;
  if (field === 'phone') return `tel:${value.replaceAll(/[^+\d]/g, '')}`;
  return webAddress(value)?.href ?? null;
}
