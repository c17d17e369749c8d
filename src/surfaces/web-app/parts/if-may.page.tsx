import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { may, type Right } from '#access/policy/rights.js';
import type { MemberRole } from '#platform/caller/caller.js';

/** The role of the person who looks at a page; undefined for a visitor without a team. */
export const RoleContext = createContext<MemberRole | undefined>(undefined);

/** Shows forms and buttons only to people with a right; the service would refuse them to others. */
export function IfMay({ right, children }: { right: Right; children: ComponentChildren }): VNode | null {
  return may(useContext(RoleContext), right) ? <>{children}</> : null;
}
