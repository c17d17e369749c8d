import { isAction, wantedThingIn, withArticle } from '#analysis/needs/title.needs.js';
import { lowerFirst } from '#platform/text/first.letter.js';
import { SIGNS } from './pitch.patterns.js';

const MAX_NAME_LENGTH = 80;
/** A question that repeats more is hard to read. */
const MAX_LENGTH = 90;

/** A thing that a question cannot repeat: "any apps", "other sites", "some feedback", "the apps that you cannot live without" and "an app / script / whatever". */
const UNFIT =
  /^(?:any|other) |^(?:some )?(?:advice|feedback|help|input|opinions?|thoughts)\b|^the \w+s\b| \/ | (?:that )?you think\b/;
/** The end of a thing that was cut: "a 15", "a laptop with". "A planner that you are happy with" is whole. */
const CUT = /[\d-]$|-\w+(?:ed|ing)$| (?:at|for|from|in|of|on|than|to|with|within|without)$/;

/** What the writer of a sentence looks for ("a help desk with a shared inbox"), or null. Takes linear time. */
export function wantedIn(sentence: string): string | null {
  const said = wantedThingIn(sentence) ?? nameIn(sentence);
  if (said === null) return null;
  const plain = anyOf(said.replaceAll(SIGNS['around-thing'], ''));
  const isCut = CUT.test(plain) && !plain.includes(' that ');
  const isUnsaid = isAction(plain) && !SIGNS['seeks-way'].test(sentence);
  return plain.length > MAX_LENGTH || UNFIT.test(plain) || isCut || isUnsaid ? null : plain;
}

/** "The best tracker for Android" is any tracker. */
function anyOf(thing: string): string {
  const kind = thing.replace(SIGNS.superlative, '');
  const [name = ''] = kind.split(/ (?:at|for|from|in|of|on|that|to|when|where|which|while|with) /, 1);
  return kind === thing || name.endsWith('s') ? kind : withArticle(`a ${kind}`);
}

/** A sentence that only names a thing: "Browser extension to mute tabs." */
function nameIn(sentence: string): string | null {
  const [name = ''] = sentence.split(/[,.!](?:\s|$)/, 1);
  if (name.length > MAX_NAME_LENGTH || !name.includes(' ') || SIGNS['is-sentence'].test(name)) return null;
  const plain = name.replace(/["“”]/g, '');
  return withArticle(/^\p{Lu}\p{Ll}* /u.test(plain) ? lowerFirst(plain) : plain);
}
