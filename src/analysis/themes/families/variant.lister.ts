import { CIRCUMSTANCES, type NameLanguage, SUBFAMILIES } from '../../lexicon/families.js';
import { headingOf } from '../problems/problem.heading.js';
import { KEY_SEPARATOR } from '../problems/problem.notes.js';
import { type ProblemGroup } from '../problems/problem.grouper.js';
import { type Mention, type VariantGroup } from '../theme.types.js';
import { type ThemeSentence } from './mention.judge.js';
import { giving, mentionsOf } from './mention.lister.js';

const MAX_VARIANTS = 8;
/** A variant with this share of the mentions of its theme names it. */
export const NAMING_SHARE = 0.6;
/** A wording needs more: without a thing, it says less than the name of the family. */
export const WORDING_SHARE = 0.8;
/** Problems with this share of the mentions of a subfamily say the same, more exactly. */
const SAME_SHARE = 0.5;

/** A theme whose variants are listed. */
export interface VariedTheme {
  key: string;
  family: number | null;
  members: readonly ThemeSentence[];
  mentions: readonly Mention[];
}

/** The variants of a theme with at least `minMentions`, largest first. Problems are named only in English. */
export function listVariants(
  { key, family, members, mentions }: VariedTheme,
  { language, minMentions }: { language: NameLanguage; minMentions: number },
): VariantGroup[] {
  const reviews = new Set(mentions.map(({ record }) => record.id));
  const frequent = (variants: readonly VariantGroup[]): VariantGroup[] =>
    variants
      .map((variant) => ({ ...variant, mentions: variant.mentions.filter(({ record }) => reviews.has(record.id)) }))
      .filter((variant) => variant.mentions.length >= minMentions);
  const problems = frequent(language === 'en' ? problemsOf(members, family) : []);
  const subfamilies = frequent(subfamiliesOf(members, family, language)).filter((subfamily) => {
    const others = problems.filter(({ name }) => name !== subfamily.name);
    const said = new Set(others.flatMap((problem) => problem.mentions.map(({ record }) => record.id)));
    const same = subfamily.mentions.filter(({ record }) => said.has(record.id));
    const { length } = subfamily.mentions;
    return length >= NAMING_SHARE * mentions.length || same.length < SAME_SHARE * length;
  });
  const names = new Set(subfamilies.map(({ name }) => name));
  const own = problems.filter(({ name }) => !names.has(name));
  return [...own, ...subfamilies, ...frequent(circumstancesOf(members, { key, family, language }))]
    .sort((one, other) => other.mentions.length - one.mentions.length || (one.name < other.name ? -1 : 1))
    .slice(0, MAX_VARIANTS);
}

function problemsOf(members: readonly ThemeSentence[], family: number | null): VariantGroup[] {
  const byName = new Map<string, { group: ProblemGroup; own: ThemeSentence[] }>();
  for (const member of members) {
    const { problem } = member;
    if (!problem) continue;
    const name = headingOf(problem.name);
    const known = byName.get(name);
    if (known) known.own.push(member);
    else byName.set(name, { group: problem, own: [member] });
  }
  return [...byName].map(([name, { group, own }]) => ({
    name,
    kind: group.key.includes(KEY_SEPARATOR) ? 'object' : 'wording',
    mentions: mentionsOf(own, family, giving(name)),
  }));
}

function subfamiliesOf(
  members: readonly ThemeSentence[],
  family: number | null,
  language: NameLanguage,
): VariantGroup[] {
  return SUBFAMILIES.flatMap(({ family: own, names }, index): VariantGroup[] => {
    const name = names[language];
    if (own !== family || name === undefined) return [];
    const said = members.filter(({ sentence }) => sentence.frames.subfamilies.includes(index));
    return [{ name, kind: 'object', isSubfamily: true, mentions: mentionsOf(said, family) }];
  });
}

/** What a theme is about itself is no circumstance of it. */
function circumstancesOf(
  members: readonly ThemeSentence[],
  { key: theme, family, language }: { key: string; family: number | null; language: NameLanguage },
): VariantGroup[] {
  return CIRCUMSTANCES.flatMap(({ key, names }, bit): VariantGroup[] => {
    if (key === theme) return [];
    const said = members.filter(({ sentence }) => (sentence.frames.circumstances >>> bit) & 1);
    return [{ name: names[language], kind: 'circumstance', mentions: mentionsOf(said, family) }];
  });
}
