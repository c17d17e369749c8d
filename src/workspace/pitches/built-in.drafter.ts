import { categoryName } from '#analysis/lexicon/taxonomy.js';
import { NAMES_THING } from '#analysis/needs/need.patterns.js';
import { statedNeedIn } from '#analysis/needs/need.reader.js';
import { wantedThingIn } from '#analysis/needs/title.needs.js';
import {
  ASKED_FOR,
  ASKING,
  BUYING,
  citing,
  DENIED,
  type Copy,
  lackCopy,
  LEAVING,
  leavingOf,
  PRAISED,
  problemCopy,
  questionIn,
  QUESTION,
  SEARCHING,
  UNMET,
  wantedCopy,
} from './pitch.copy.js';
import { closingOf, greetingOf, introductionOf, offerOf, selfOf } from './pitch.sender.js';
import { bullets, literal, paragraphs, quoted } from './pitch.markdown.js';
import { type Quote, quotesOf, sentencesOf, standsAlone } from './pitch.quotes.js';
import { type Draft, type PitchBrief, type PitchChannel, type PitchDrafter, PitchFailed } from './pitch.types.js';
import { type Confidence, featuresIn, fitsQuote, isAbout, topicOf } from './pitch.topic.js';
import { READING, SIGNS } from './pitch.patterns.js';
import { type Matter, matterOf, wishOf } from './pitch.matter.js';
import { addressOf, placeOf, shortNameOf, type Address } from './pitch.reader.js';

const SUBJECT_LENGTH = 78;
const NETWORK_LENGTH = 300;
const MORE_QUOTES = 2;
const MORE_FEATURES = 3;
const KIND_RATING = 4;
/** A question, not an outcry such as "fix this !!?!". */
const ASKS = /(?<![!?])\?$/;

/** The parts that all channels of one draft share. */
interface Plan {
  brief: PitchBrief;
  quote: Quote | null;
  more: Quote[];
  copy: Copy;
  address: Address;
  /** The place of the text, such as `your G2 review of Tabula`. */
  place: string;
  features: Feature[];
}

/** A feature of the seller's product. `fits` is true when it answers the quote. */
interface Feature {
  text: string;
  fits: boolean;
}

/** Writes drafts without a language model: quotes of the person, one idea, one question, and no invented facts. */
export class BuiltInDrafter implements PitchDrafter {
  readonly id = 'built-in/1.11.0';

  async draft(brief: PitchBrief): Promise<Draft> {
    const quotes = quotesOf(brief);
    const offer = featuresIn(offerOf(brief.features, brief.sender));
    const isAnswered = (each: Quote): boolean => {
      const about = matterIn(each, brief);
      // Another quote than the best one must name what it is about.
      const isTelling = each === quotes[0] || about.kind !== 'cited';
      return isTelling && offer.some((feature) => fitsQuote(feature, each.text, about));
    };
    const quote = quotes.find(isAnswered) ?? sentencesOf(brief).find(isAnswered) ?? quotes[0] ?? null;
    const matter = quote && matterIn(quote, brief);
    const more = quotes.filter((each) => each !== quote && each.signal === null && standsAlone(each.text));
    const plan: Plan = {
      brief,
      quote,
      more: more.slice(0, MORE_QUOTES),
      copy: copyOf(quote, matter, brief),
      address: addressOf(brief.writer),
      place: placeOf(brief),
      features: featuresFor(offer, quote, matter),
    };
    const sections: Record<PitchChannel, (plan: Plan) => string> = { email, network, call };
    const markdown = brief.channels.map((channel) => sections[channel](plan)).join('\n\n');
    if (!markdown) throw new PitchFailed('The request names no channel.');
    return { markdown: `${markdown}\n`, engine: this.id, confidence: confidenceOf(plan) };
  }
}

function email(plan: Plan): string {
  const { quote, address, place, copy } = plan;
  // A question about words of the quote stands directly below it, and does not repeat them.
  const isBelow = quote !== null && copy.on !== undefined;
  return paragraphs(
    '## Email',
    `**Subject:** ${literal(subjectOf(plan))}`,
    `${literal(greetingOf(address.greeting, plan.brief.sender))},`,
    quote ? `In ${literal(place)} you ${ASKS.test(quote.text) ? 'asked' : 'wrote'}:` : `I read ${literal(place)}.`,
    quote && quoted(quote.text),
    isBelow ? literal(copy.ask) : null,
    acknowledgement(plan),
    ...ideaOf(plan),
    isBelow ? null : literal(copy.ask),
    closingOf(plan.brief.sender),
  );
}

/** Short enough for the note of a connection request on a professional network. */
function network(plan: Plan): string {
  const { quote, address, place, copy } = plan;
  const [feature] = plan.features;
  const { company } = plan.brief.sender;
  const greeting = `${greetingOf(address.greeting, plan.brief.sender)},`;
  const who = company ? [feature?.fits ? `I work on this at ${company}.` : `I work at ${company}.`] : [];
  const idea = feature?.fits ? [`What we could bring to it: ${feature.text}`] : [];
  const variants = [[...who, ...idea], idea, who, []].map((more) => [
    greeting,
    quote && copy.on === undefined ? `you wrote “${quote.text}” in ${place}.` : `I read ${place}.`,
    ...more,
    questionIn(copy),
  ]);
  const fits = variants.map((parts) => parts.join(' ')).find((text) => text.length <= NETWORK_LENGTH);
  const shortest = [greeting, `I read ${place}.`, questionIn(copy)].join(' ');
  return paragraphs('## Network message', literal(fits ?? shortest));
}

function call(plan: Plan): string {
  const { brief, quote, more, address, place, copy } = plan;
  const opening = [address.spoken, selfOf(brief.sender)].filter(Boolean).join(', ');
  const who = [brief.writer.name, brief.writer.title, brief.writer.company].filter((part) => part !== null);
  const others = plan.features.slice(plan.features[0]?.fits ? 1 : 0).slice(0, MORE_FEATURES);
  return paragraphs(
    '## Call',
    bullets([
      ...(who.length > 0 ? [`**Who:** ${literal(who.join(', '))}`] : []),
      `**Why them:** ${literal(reasonOf(brief, place))}`,
      `**Open with:** “${literal(opening)}. I read ${literal(place)}${
        quote ? `, where you say: ${literal(quote.text)}` : ''
      }”`,
      ...more.map(({ text }) => `**They also said:** ${literal(text)}`),
      ...ideaOf(plan).map((idea) => `**One idea:** ${idea.replace(/^[^:]+: /, '')}`),
      `**Ask, then listen:** ${literal(copy.ask)}`,
      ...(others.length > 0
        ? [`**If they want to hear more:** ${others.map(({ text }) => literal(text)).join(' ')}`]
        : []),
      '**If it is solved by now:** thank them, and leave it there.',
    ]),
  );
}

/** The phrases about what the quote says, in other words if they are sure, else in its own. */
function copyOf(quote: Quote | null, matter: Matter | null, brief: PitchBrief): Copy {
  if (quote === null || matter === null) return leavesOf(brief) ? leavingCopyOf(brief) : QUESTION;
  if (asksForSomething(quote, brief)) return wishCopyOf(quote, matter);
  const leaves = leavesOf(brief) && (brief.source === 'review' || statedNeedIn([quote.text]) === 'leaving');
  const product = nameOf(brief);
  const left = leaves ? product : null;
  if (matter.kind === 'clause') return problemCopy(matter.words, surelyAbout(matter.words, quote.theme), left);
  if (matter.kind === 'lack') return lackCopy(matter.words, left);
  if (SIGNS.pleased.test(matter.words) && !READING.complains.test(matter.words)) return citing(matter.words, PRAISED);
  if (leaves) return citing(matter.words, leavingCopyOf(brief));
  // A question in a review is a complaint: "Why do mails disappear?"
  const isReview = brief.source === 'review';
  if (ASKS.test(quote.text) && !isReview) return citing(matter.words, ASKING);
  return citing(matter.words, questionOf(matter.words, isReview));
}

/** The topic of words, if the analysis of the text found it, too. */
function surelyAbout(words: string, theme: string | null): string | null {
  const topic = topicOf(words, theme);
  return topic !== null && categoryName(topic) === theme ? topic : null;
}

/** A short question about words. Those of a post are rather a request than a complaint. */
function questionOf(words: string, isReview: boolean): Copy {
  if (READING['asked-for'].test(words)) return ASKED_FOR;
  if (READING.denied.test(words)) return DENIED;
  return isReview ? QUESTION : ASKED_FOR;
}

const leavesOf = ({ painPoints }: PitchBrief): boolean =>
  painPoints.buying_signals.some(({ type }) => type === 'switching');

const nameOf = ({ product }: PitchBrief): string | null => (product === null ? null : shortNameOf(product));

function leavingCopyOf(brief: PitchBrief): Copy {
  const product = nameOf(brief);
  return product === null ? LEAVING : leavingOf(product);
}

function wishCopyOf({ text, signal }: Quote, { kind, words }: Matter): Copy {
  const asks = ASKS.test(text);
  const isUnmet = signal === 'unmet_need' && !asks;
  if (kind === 'wanted') return wantedCopy(words, isUnmet);
  if (asks) return citing(words, ASKING);
  if (isUnmet) return citing(words, UNMET);
  if (NAMES_THING.test(text)) return citing(words, SEARCHING);
  return citing(words, signal === 'purchase_intent' ? BUYING : ASKING);
}

/** In a post, words about leaving may ask for what to use instead. */
const asksForSomething = ({ signal, text }: Quote, { source }: PitchBrief): boolean =>
  signal !== null &&
  (signal !== 'switching' ||
    wantedThingIn(text) !== null ||
    (source !== 'review' && statedNeedIn([text]) !== 'leaving'));

const matterIn = (quote: Quote, brief: PitchBrief): Matter =>
  asksForSomething(quote, brief) ? wishOf(quote.text) : matterOf(quote.text, brief.product);

function subjectOf({ quote, place, copy }: Plan): string {
  const start = place.charAt(0).toUpperCase() + place.slice(1);
  const words = quote?.text.replace(/(?<![.!,;:…\s])[.!,;:…\s]+$/, '') ?? '';
  const candidates = [...(words ? [`${start}: “${words}”`] : []), `${start}: ${copy.about}`, start];
  return candidates.find((subject) => subject.length <= SUBJECT_LENGTH) ?? `${start.slice(0, SUBJECT_LENGTH - 1)}…`;
}

/** A sentence that fits the quote and states no facts about the person, then why the sender writes. */
function acknowledgement({ brief, quote, features }: Plan): string | null {
  const why = introductionOf(brief.sender, features[0]?.fits === true);
  if (!quote) return why || null;
  const isCalm = brief.frustrationTier === 'low' && brief.painPoints.buying_signals.length === 0;
  const isKind = isCalm && brief.rating !== null && brief.rating >= KIND_RATING;
  const kind = isKind ? 'You say so in a kind review, which makes it count.' : '';
  return [kind, why].filter(Boolean).join(' ') || null;
}

/** The feature that fits the quote, or an idea about it. A draft that only asks has neither. */
function ideaOf({ features, copy }: Plan): string[] {
  const [feature] = features;
  if (feature?.fits) return [`What we could bring to it: ${literal(feature.text)}`];
  return copy.idea === null ? [] : [`One idea, whatever you end up using: ${literal(copy.idea)}.`];
}

/** For the caller, not for the writer. */
function reasonOf({ rating, source, frustrationTier }: PitchBrief, place: string): string {
  const stars = rating === null || source !== 'review' ? '' : `, ${rating} of 5 stars`;
  return `${place.replace(/^your /, 'their ')}${stars}, ${frustrationTier} frustration.`;
}

/** High only if a feature fits the quote and is about its topic as well. */
function confidenceOf({ quote, features, copy }: Plan): Confidence {
  const [feature] = features;
  if (quote && feature?.fits && isAbout(feature.text, topicOf(quote.text, quote.theme))) return 'high';
  return feature?.fits || copy.idea !== null ? 'medium' : 'low';
}

/** The seller's features, those that fit the quote first. */
function featuresFor(offer: readonly string[], quote: Quote | null, matter: Matter | null): Feature[] {
  return offer
    .map((text) => ({ text, fits: quote !== null && fitsQuote(text, quote.text, matter) }))
    .sort((a, b) => Number(b.fits) - Number(a.fits));
}
