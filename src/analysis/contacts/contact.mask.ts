import { findEmails } from './email.finder.js';
import { findPhones } from './phone.finder.js';
import { findProfiles } from './profile.finder.js';
import type { TextRange } from './text.range.js';

export const CONTACT_KINDS = ['email', 'phone', 'profile'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

type Replacement = TextRange & { kind: ContactKind };

/** Replaces contact data in a verbatim part of a text, or in other words about the text. */
export type ContactMask = (part: string) => string;

/**
 * A mask of the contact data of these kinds in a text, each replaced by a note such as `[email hidden]`. A part of the
 * text is masked as in the whole text, so a quote stays a part of the masked text, and a cut number is masked too.
 * Takes linear time.
 */
export function contactMaskOf(
  text: string,
  kinds: readonly ContactKind[] = CONTACT_KINDS,
  ownProfile: string | null = null,
): ContactMask {
  const found = replacementsIn(text, kinds, ownProfile);
  return (part) => {
    const at = text.indexOf(part);
    if (at < 0) return replaced(part, replacementsIn(part, kinds, ownProfile));
    const inside = found
      .map(({ kind, from, to }) => ({ kind, from: Math.max(0, from - at), to: Math.min(part.length, to - at) }))
      .filter(({ from, to }) => from < to);
    return replaced(part, inside);
  };
}

const FINDERS: Record<ContactKind, (text: string, ownProfile: string | null) => TextRange[]> = {
  profile: findProfiles,
  email: findEmails,
  phone: findPhones,
};

/** Contact data in a text, in order and without overlaps. */
function replacementsIn(text: string, kinds: readonly ContactKind[], ownProfile: string | null): Replacement[] {
  const all: Replacement[] = [];
  for (const kind of kinds) for (const range of FINDERS[kind](text, ownProfile)) all.push({ kind, ...range });
  const merged: Replacement[] = [];
  for (const next of all.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && next.from < last.to) last.to = Math.max(last.to, next.to);
    else merged.push(next);
  }
  return merged;
}

function replaced(text: string, replacements: readonly Replacement[]): string {
  if (replacements.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { kind, from, to } of replacements) {
    parts.push(text.slice(at, from), `[${kind} hidden]`);
    at = to;
  }
  return parts.join('') + text.slice(at);
}
