/** A member of a team, whose name is an email address. */
export interface NamedMember {
  id: string;
  name: string;
}

const MENTION = /(?<![\p{L}\p{N}@._+-])@([\p{L}\p{N}][\p{L}\p{N}._+-]{0,63}(?:@[\p{L}\p{N}.-]{1,190})?)/gu;
const MAX_MENTIONS = 20;

/**
 * The members whom a text mentions as `@ada@acme.example` or, if no other address of the team has that name, as `@ada`. At most 20 names of a
 * text are looked at.
 */
export function mentionedIn(text: string, members: readonly NamedMember[]): NamedMember[] {
  const names = [...text.matchAll(MENTION)].slice(0, MAX_MENTIONS).map(([, name = '']) => folded(name));
  const mentioned = names.flatMap((name) => {
    const meant = members.filter((member) => folded(member.name) === name || localPartOf(member) === name);
    return meant.length === 1 ? meant : [];
  });
  return [...new Set(mentioned)];
}

/** Without the full stop or comma that ends a sentence. */
const folded = (name: string): string => name.toLowerCase().replace(/[._+-]{1,3}$/, '');
const localPartOf = ({ name }: NamedMember): string => folded(name.split('@', 1)[0] ?? '');
