import { CIRCUMSTANCES, type NameLanguage } from '../../lexicon/families.js';
import { headingOf } from '../problems/problem.heading.js';
import { KEY_SEPARATOR } from '../problems/problem.notes.js';
import { type ProblemGroup } from '../problems/problem.grouper.js';
import { type Mention, type VariantGroup } from '../theme.types.js';
import { type ComplaintSentence } from './complaint.sentences.js';
import { giving, mentionsOf } from './mention.lister.js';

const MAX_VARIANTS = 8;

/** A sentence of a theme, and the problem that it names. */
export interface ThemeSentence {
  sentence: ComplaintSentence;
  problem?: ProblemGroup;
}

/**
 * The variants of a theme, largest first. Problems are named only in English; in another language, the circumstances
 * remain.
 */
export function listVariants(
  members: readonly ThemeSentence[],
  mentions: readonly Mention[],
  { key, language, minMentions }: { key: string; language: NameLanguage; minMentions: number },
): VariantGroup[] {
  const variants = [...(language === 'en' ? problemsOf(members) : []), ...circumstancesOf(members, { key, language })];
  const reviews = new Set(mentions.map(({ record }) => record.id));
  return variants
    .map((variant) => ({ ...variant, mentions: variant.mentions.filter(({ record }) => reviews.has(record.id)) }))
    .filter((variant) => variant.mentions.length >= minMentions)
    .sort((one, other) => other.mentions.length - one.mentions.length || (one.name < other.name ? -1 : 1))
    .slice(0, MAX_VARIANTS);
}

function problemsOf(members: readonly ThemeSentence[]): VariantGroup[] {
  const byName = new Map<string, { group: ProblemGroup; sentences: ComplaintSentence[] }>();
  for (const { sentence, problem } of members) {
    if (!problem) continue;
    const name = headingOf(problem.name);
    const known = byName.get(name);
    if (known) known.sentences.push(sentence);
    else byName.set(name, { group: problem, sentences: [sentence] });
  }
  return [...byName].map(([name, { group, sentences }]) => ({
    name,
    kind: group.key.includes(KEY_SEPARATOR) ? 'object' : 'wording',
    mentions: mentionsOf(sentences, giving(name)),
  }));
}

/** What a theme is about itself is no circumstance of it. */
function circumstancesOf(
  members: readonly ThemeSentence[],
  { key: theme, language }: { key: string; language: NameLanguage },
): VariantGroup[] {
  return CIRCUMSTANCES.flatMap(({ key, names }, bit): VariantGroup[] => {
    if (key === theme) return [];
    const said = members.filter(({ sentence }) => (sentence.frames.circumstances >>> bit) & 1);
    const mentions = mentionsOf(said.map(({ sentence }) => sentence));
    return [{ name: names[language], kind: 'circumstance', mentions }];
  });
}
