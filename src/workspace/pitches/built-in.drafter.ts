import { NAMES_THING } from '#analysis/needs/need.patterns.js';
import { statedNeedIn } from '#analysis/needs/need.reader.js';
import { wantedThingIn } from '#analysis/needs/title.needs.js';
import {
  ASKING,
  askingAbout,
  BUYING,
  copyFor,
  type Copy,
  lackCopy,
  LEAVING,
  leavingOf,
  problemCopy,
  QUESTION,
  questionAbout,
  SEARCHING,
  UNMET,
  wantedCopy,
} from './pitch.copy.js';
import { closingOf, greetingOf, introductionOf, offerOf, selfOf } from './pitch.sender.js';
import { bullets, literal, paragraphs, quoted } from './pitch.markdown.js';
import { type Quote, quotesOf, sentencesOf, standsAlone } from './pitch.quotes.js';
import { type Draft, type PitchBrief, type PitchChannel, type PitchDrafter, PitchFailed } from './pitch.types.js';
import { type Confidence, featuresIn, fitsQuote, isAbout, topicOf } from './pitch.topic.js';
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
  readonly id = 'built-in/1.9.0';

  async draft(brief: PitchBrief): Promise<Draft> {
    const quotes = quotesOf(brief);
    const offer = featuresIn(offerOf(brief.features, brief.sender));
    const isAnswered = (each: Quote): boolean => {
      const about = matterIn(each, brief);
      // Another quote than the best one must name what it is about.
      const isTelling = each === quotes[0] || (about !== null && about.kind !== 'thing');
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
  return paragraphs(
    '## Email',
    `**Subject:** ${literal(subjectOf(plan))}`,
    `${literal(greetingOf(address.greeting, plan.brief.sender))},`,
    quote ? `In ${literal(place)} you ${ASKS.test(quote.text) ? 'asked' : 'wrote'}:` : `I read ${literal(place)}.`,
    quote && quoted(quote.text),
    acknowledgement(plan),
    ...ideaOf(plan),
    literal(copy.ask),
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
    quote ? `you wrote “${quote.text}” in ${place}.` : `I read ${place}.`,
    ...more,
    copy.ask,
  ]);
  const fits = variants.map((parts) => parts.join(' ')).find((text) => text.length <= NETWORK_LENGTH);
  const shortest = [greeting, `I read ${place}.`, copy.ask].join(' ');
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

/** The phrases about what the quote says, else those for its kind, else a question about it. */
function copyOf(quote: Quote | null, matter: Matter | null, brief: PitchBrief): Copy {
  const { source, painPoints } = brief;
  const product = brief.product === null ? null : shortNameOf(brief.product);
  if (quote !== null && asksForSomething(quote, brief)) return wishCopyOf(quote, matter);
  const switches = painPoints.buying_signals.some(({ type }) => type === 'switching');
  const leaves = switches && (source === 'review' || quote === null || statedNeedIn([quote.text]) === 'leaving');
  const left = leaves ? product : null;
  if (matter?.kind === 'clause') return problemCopy(matter.words, left);
  if (matter?.kind === 'lack') return lackCopy(matter.words, left);
  if (leaves) return product === null ? LEAVING : leavingOf(product);
  const topic = quote && topicOf(quote.text, quote.theme);
  if (topic !== null)
    return matter === null ? copyFor(topic) : { ...copyFor(topic), ask: questionAbout(matter.words).ask };
  // A question in a review is a complaint: "Why do mails disappear?"
  const asks = quote !== null && ASKS.test(quote.text) && source !== 'review';
  if (matter !== null) return asks ? askingAbout(matter.words) : questionAbout(matter.words);
  return asks ? ASKING : QUESTION;
}

function wishCopyOf({ text, signal }: Quote, matter: Matter | null): Copy {
  if (matter?.kind === 'wanted') return wantedCopy(matter.words, signal === 'unmet_need');
  if (signal === 'unmet_need') return UNMET;
  if (matter !== null && ASKS.test(text)) return askingAbout(matter.words);
  if (NAMES_THING.test(text)) return SEARCHING;
  if (signal === 'purchase_intent' && !ASKS.test(text)) return BUYING;
  return matter === null ? ASKING : askingAbout(matter.words);
}

/** In a post, words about leaving may ask for what to use instead. */
const asksForSomething = ({ signal, text }: Quote, { source }: PitchBrief): boolean =>
  signal !== null &&
  (signal !== 'switching' ||
    wantedThingIn(text) !== null ||
    (source !== 'review' && statedNeedIn([text]) !== 'leaving'));

const matterIn = (quote: Quote, brief: PitchBrief): Matter | null =>
  asksForSomething(quote, brief) ? wishOf(quote.text, brief.product) : matterOf(quote.text, brief.product);

function subjectOf({ quote, place, copy }: Plan): string {
  const start = place.charAt(0).toUpperCase() + place.slice(1);
  const words = quote?.text.replace(/(?<![.!,;:…\s])[.!,;:…\s]+$/, '') ?? '';
  const candidates = [...(words ? [`${start}: “${words}”`] : []), `${start}: ${copy.about}`, start];
  return candidates.find((subject) => subject.length <= SUBJECT_LENGTH) ?? `${start.slice(0, SUBJECT_LENGTH - 1)}…`;
}

/** A sentence that fits the quote and states no facts about the person, then why the sender writes. */
function acknowledgement({ brief, quote, copy, features }: Plan): string | null {
  const why = introductionOf(brief.sender, features[0]?.fits === true);
  if (!quote) return why || null;
  const isCalm = brief.frustrationTier === 'low' && brief.painPoints.buying_signals.length === 0;
  const isKind = isCalm && brief.rating !== null && brief.rating >= KIND_RATING;
  const kind = isKind ? 'You say so in a kind review, which makes it count.' : '';
  return [literal(copy.opening), kind, why].filter(Boolean).join(' ') || null;
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
