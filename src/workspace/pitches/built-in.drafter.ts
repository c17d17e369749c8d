import { statedNeedIn } from '#analysis/needs/need.reader.js';
import { isAction, wantedThingIn } from '#analysis/needs/title.needs.js';
import { clippedAtWord } from '#platform/text/clipped.text.js';
import {
  askAbout,
  askAboutComplaint,
  askAboutWanted,
  ASKING,
  askLeaver,
  BUYING,
  LOOKING,
  PRAISED,
  UNMET,
} from './pitch.copy.js';
import { closingOf, greetingOf, introductionOf, offerOf, selfOf } from './pitch.sender.js';
import { bullets, literal, paragraphs, quoted } from './pitch.markdown.js';
import { namesProblem, type Quote, quotesOf, sentencesOf, standsAlone } from './pitch.quotes.js';
import {
  type Draft,
  type PitchBrief,
  type PitchDrafter,
  PitchFailed,
  type PitchPart,
  THREAD_HEADING,
} from './pitch.types.js';
import { type Confidence, featuresIn, fitsQuote, isAbout, topicOf } from './pitch.topic.js';
import { SIGNS } from './pitch.patterns.js';
import { addressOf, placeOf, shortNameOf, type Address, UNNAMED_POST } from './pitch.reader.js';
import { wantedIn } from './pitch.wanted.js';

const SUBJECT_LENGTH = 78;
const NETWORK_LENGTH = 300;
/** A quote that has to be shorter in a message is left out. */
const MIN_QUOTE_LENGTH = 24;
const MORE_QUOTES = 2;
const MORE_FEATURES = 3;
/** The end of a question, not of an outcry such as "fix this !!?!". */
const QUESTION_END = /(?<![!?])\?$/;
/** Where the first clause of a sentence ends. */
const CLAUSE_END = /[,;:(–—]|\s(?:and|because|but|if|since|so|until|when|where|which|while)\s/;

/** What all parts of one draft share. */
interface Plan {
  brief: PitchBrief;
  quote: Quote | null;
  more: Quote[];
  /** The reason for the departure that the quote states. */
  reason: Quote | null;
  /** What the person looks for, in the words of the quote. */
  wanted: string | null;
  /** The one question of the draft. */
  ask: string;
  address: Address;
  /** The place of the text, such as `your G2 review of Tabula`. */
  place: string;
  /** The feature of the seller's product that answers the quote, and the others. */
  fitting: string | null;
  others: string[];
}

/** Writes drafts without a language model: quotes of the person, one question, and no invented facts. */
export class BuiltInDrafter implements PitchDrafter {
  readonly id = 'built-in/2.10.0';

  async draft(brief: PitchBrief): Promise<Draft> {
    const quotes = quotesOf(brief);
    const offer = featuresIn(offerOf(brief.features, brief.sender));
    const featureFor = (each: Quote): string | null => {
      const wanted = wantedOf(each, brief);
      const isTelling =
        wanted !== null || namesProblem(each.text) || (each === quotes[0] && SIGNS.complains.test(each.text));
      return (isTelling && offer.find((feature) => fitsQuote(feature, each.text, wanted))) || null;
    };
    const isAnswered = (each: Quote): boolean => featureFor(each) !== null;
    const answered = quotes.find(isAnswered) ?? sentencesOf(brief).find(isAnswered);
    const first = answered ?? quotes[0] ?? null;
    const departure = answered ? null : departureAfter(first, quotes, brief);
    const quote = departure ?? first;
    const wanted = quote && wantedOf(quote, brief);
    const fitting = quote && featureFor(quote);
    const more = quotes.filter((each) => each !== quote && each.signal === null && standsAlone(each.text));
    const plan: Plan = {
      brief,
      quote,
      reason: departure && first,
      more: more.slice(0, MORE_QUOTES),
      wanted,
      ask: askOf(quote, wanted, brief),
      address: addressOf(brief.writer),
      place: placeOf(brief),
      fitting,
      others: offer.filter((feature) => feature !== fitting).slice(0, MORE_FEATURES),
    };
    const sections: Record<PitchPart, (plan: Plan) => string> = { email, network, call, thread };
    const markdown = brief.parts.map((part) => sections[part](plan)).join('\n\n');
    if (!markdown) throw new PitchFailed('The request names no channel.');
    return { markdown: `${markdown}\n`, engine: this.id, confidence: confidenceOf(plan) };
  }
}

function email(plan: Plan): string {
  const { brief, quote, reason, address, place, ask, fitting } = plan;
  return paragraphs(
    '## Email',
    `**Subject:** ${literal(subjectOf(plan))}`,
    `${literal(greetingOf(address.greeting, brief.sender))},`,
    ...(quote === null ? [`I read ${literal(place)}.`] : quotation(place, reason ? [reason, quote] : [quote])),
    literal(ask),
    fitting && `How we handle that: ${literal(fitting)}`,
    [introductionOf(brief.sender, fitting), 'A short reply is enough.'].filter(Boolean).join(' '),
    closingOf(brief.sender),
  );
}

/** Quotes of one text. The question of the draft is about the last one. */
const quotation = (place: string, quotes: readonly Quote[]): string[] =>
  quotes.flatMap(({ text }, at) => {
    const said = isQuestion(text) ? 'asked' : 'wrote';
    return [at === 0 ? `In ${literal(place)} you ${said}:` : `You also ${said}:`, quoted(text)];
  });

/** Short enough for the note of a connection request on a professional network: it leaves out what has no room. */
function network({ brief, quote, address, place, ask, fitting }: Plan): string {
  const { company } = brief.sender;
  const greeting = `${greetingOf(address.greeting, brief.sender)},`;
  const who = company ? [`I work at ${company}.`] : [];
  const idea = fitting ? [`How we handle that: ${fitting}`] : [];
  const message = (words: string, more: readonly string[]): string =>
    [greeting, `I read ${place}${words && `: “${words}”`}${/[.!?]$/.test(words) ? '' : '.'}`, ask, ...more].join(' ');
  for (const more of [[...idea, ...who], idea, who, []]) {
    const room = NETWORK_LENGTH - message(' ', more).length;
    if (quote && room >= Math.min(quote.text.length, MIN_QUOTE_LENGTH))
      return paragraphs('## Network message', literal(message(clippedAtWord(quote.text, room), more)));
  }
  return paragraphs('## Network message', literal(message('', [])));
}

function call({ brief, quote, more, address, place, ask, fitting, others }: Plan): string {
  const opening = [address.spoken, selfOf(brief.sender)].filter(Boolean).join(', ');
  const who = [brief.writer.name, brief.writer.title, brief.writer.company].filter((part) => part !== null);
  return paragraphs(
    '## Call',
    bullets([
      ...(who.length > 0 ? [`**Who:** ${literal(who.join(', '))}`] : []),
      `**Why them:** ${literal(reasonOf(brief, place))}`,
      `**Open with:** “${literal(opening)}. I read ${literal(place)}${
        quote ? `, where you say: ${literal(quote.text)}` : ''
      }”`,
      ...more.map(({ text }) => `**They also said:** ${literal(text)}`),
      `**Ask, then listen:** ${literal(ask)}`,
      ...(fitting ? [`**How we handle that:** ${literal(fitting)}`] : []),
      ...(others.length > 0 ? [`**If they want to hear more:** ${others.map(literal).join(' ')}`] : []),
      '**If it has been solved:** thank them, and leave it there.',
    ]),
  );
}

/** A reply that everybody reads. The words of the person stand above it, so it names no place. */
function thread({ brief, quote, reason, address, ask, fitting }: Plan): string {
  const quotes = [reason, quote].flatMap((each) => (each === null ? [] : [quoted(each.text)]));
  return paragraphs(
    THREAD_HEADING,
    `${literal(greetingOf(address.greeting, brief.sender))},`,
    ...quotes,
    literal(ask),
    fitting && `How we handle that: ${literal(fitting)}`,
    introductionOf(brief.sender, fitting) || null,
  );
}

/** The question about a quote, by what it does: ask, praise, leave or complain. */
function askOf(quote: Quote | null, wanted: string | null, brief: PitchBrief): string {
  const isReview = brief.source === 'review';
  const { buying_signals: signals } = brief.painPoints;
  const leaving = signals.filter(({ type }) => type === 'switching');
  const product = brief.product === null ? null : shortNameOf(brief.product);
  if (quote === null) return leaving.length > 0 ? askLeaver('', product) : askAbout('');
  // A question in a review is a complaint: "Why do mails disappear?"
  if (QUESTION_END.test(quote.text) && !isReview && wanted === null) return ASKING;
  if (asksForSomething(quote, brief)) return askOfWish(quote, wanted);
  if (leaving.some(({ evidence }) => evidence.includes(quote.text) || quote.text.includes(evidence)))
    return askLeaver(quote.text, product);
  if (SIGNS.pleased.test(quote.text) && !SIGNS.complains.test(quote.text)) return PRAISED;
  const thing = wantedInPost(brief);
  if (thing !== null) return askAboutWanted(thing, false);
  const need = isReview ? null : statedNeedIn(signals.map(({ evidence }) => evidence));
  if (need === 'alternative' || need === 'recommendation') return LOOKING;
  const isNeed = signals.length > 0 && !isReview && (product === null || !namesProblem(quote.text));
  if (!isNeed) return askAboutComplaint(quote.text);
  return signals.every(({ type }) => type === 'unmet_need') ? UNMET : LOOKING;
}

/** The sentence in which a reviewer leaves, if the best quote is the reason: whether it works by now means nothing to them. */
function departureAfter(first: Quote | null, quotes: readonly Quote[], { source }: PitchBrief): Quote | null {
  if (source !== 'review' || first === null || first.signal !== null || !namesProblem(first.text)) return null;
  const isOther = ({ text }: Quote): boolean => !text.includes(first.text) && !first.text.includes(text);
  return (
    quotes.find((each) => each.signal === 'switching' && each.text.length >= MIN_QUOTE_LENGTH && isOther(each)) ?? null
  );
}

/** The thing that the writer of a post looks for, in the words of a sentence that says so, or null. */
function wantedInPost({ source, painPoints }: PitchBrief): string | null {
  if (source === 'review') return null;
  const things = painPoints.buying_signals.map(({ evidence }) => wantedIn(evidence));
  return things.find((thing) => thing !== null && !isAction(thing)) ?? null;
}

const isQuestion = (text: string): boolean => QUESTION_END.test(text) && SIGNS.asks.test(text);

function askOfWish({ text, signal }: Quote, wanted: string | null): string {
  const isUnmet = signal === 'unmet_need' && !QUESTION_END.test(text);
  if (wanted !== null) return askAboutWanted(wanted, isUnmet);
  if (isUnmet) return UNMET;
  return signal === 'purchase_intent' ? BUYING : LOOKING;
}

/** In a post, words about leaving may ask for what to use instead. */
const asksForSomething = ({ signal, text }: Quote, { source }: PitchBrief): boolean =>
  signal !== null &&
  (signal !== 'switching' ||
    wantedThingIn(text) !== null ||
    (source !== 'review' && statedNeedIn([text]) !== 'leaving'));

const wantedOf = (quote: Quote, brief: PitchBrief): string | null =>
  asksForSomething(quote, brief) ? wantedIn(quote.text) : null;

/** The place of the text, with the quote if there is room, else with what the person looks for, else with a clause that names the problem. */
function subjectOf({ quote, place, wanted }: Plan): string {
  const start = place.charAt(0).toUpperCase() + place.slice(1);
  const words = quote?.text.replace(/(?<![.,;:…\s])[.,;:…\s]+$/, '') ?? '';
  const room = SUBJECT_LENGTH - `${start}: “”`.length;
  if (words && words.length <= room) return `${start}: “${words}”`;
  if (wanted !== null && wanted.length <= room) return `${start}: ${wanted}`;
  if (words && place === UNNAMED_POST) return `${start}: “${clippedAtWord(words, room)}”`;
  const [clause = ''] = words.split(CLAUSE_END, 1);
  return wanted === null && clause.length < room && namesProblem(clause)
    ? `${start}: “${clause.trimEnd()}…”`
    : clippedAtWord(start, SUBJECT_LENGTH);
}

/** For the caller, not for the writer. */
function reasonOf({ rating, source, frustrationTier }: PitchBrief, place: string): string {
  const stars = rating === null || source !== 'review' ? '' : `, ${rating} of 5 stars`;
  return `${place.replace(/^your /, 'their ')}${stars}, ${frustrationTier} frustration.`;
}

/** High only if a feature fits the quote and is about its topic as well. */
function confidenceOf({ quote, fitting, wanted }: Plan): Confidence {
  if (quote && fitting && isAbout(fitting, topicOf(quote.text, quote.theme))) return 'high';
  return fitting || wanted !== null ? 'medium' : 'low';
}
