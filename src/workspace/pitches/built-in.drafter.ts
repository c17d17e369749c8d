import { NAMES_THING } from '#analysis/needs/need.patterns.js';
import { ASKING, BUYING, copyFor, type Copy, LEAVING, QUESTION, SEARCHING, UNMET } from './pitch.copy.js';
import { closingOf, greetingOf, introductionOf, offerOf, selfOf } from './pitch.sender.js';
import { bullets, literal, paragraphs, quoted } from './pitch.markdown.js';
import { type Quote, quotesOf, sentencesOf, standsAlone } from './pitch.quotes.js';
import { type Draft, type PitchBrief, type PitchChannel, type PitchDrafter, PitchFailed } from './pitch.types.js';
import { featuresIn, fitsQuote, topicOf } from './pitch.topic.js';
import { addressOf, placeOf, type Address } from './pitch.reader.js';

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
  readonly id = 'built-in/1.8.0';

  async draft(brief: PitchBrief): Promise<Draft> {
    const quotes = quotesOf(brief);
    const offer = featuresIn(offerOf(brief.features, brief.sender));
    const isAnswered = ({ text }: Quote): boolean => offer.some((feature) => fitsQuote(feature, text));
    const quote = quotes.find(isAnswered) ?? sentencesOf(brief).find(isAnswered) ?? quotes[0] ?? null;
    const more = quotes.filter((each) => each !== quote && each.signal === null && standsAlone(each.text));
    const plan: Plan = {
      brief,
      quote,
      more: more.slice(0, MORE_QUOTES),
      copy: copyOf(quote, brief),
      address: addressOf(brief.writer),
      place: placeOf(brief),
      features: featuresFor(offer, quote),
    };
    const sections: Record<PitchChannel, (plan: Plan) => string> = { email, network, call };
    const markdown = brief.channels.map((channel) => sections[channel](plan)).join('\n\n');
    if (!markdown) throw new PitchFailed('The request names no channel.');
    const confidence = plan.features[0]?.fits ? 'high' : plan.copy.idea === null ? 'low' : 'medium';
    return { markdown: `${markdown}\n`, engine: this.id, confidence };
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
    copy.ask,
    closingOf(plan.brief.sender),
  );
}

/** Short enough for the note of a connection request on a professional network. */
function network(plan: Plan): string {
  const { quote, address, place, copy } = plan;
  const [feature] = plan.features;
  const { company } = plan.brief.sender;
  const greeting = `${greetingOf(address.greeting, plan.brief.sender)},`;
  const who = company ? [`I work on this at ${company}.`] : [];
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
      `**Ask, then listen:** ${copy.ask}`,
      ...(others.length > 0
        ? [`**If they want to hear more:** ${others.map(({ text }) => literal(text)).join(' ')}`]
        : []),
      '**If it is solved by now:** thank them, and leave it there.',
    ]),
  );
}

/** The phrases that fit the quote itself, or a question about it if none do. */
function copyOf(quote: Quote | null, { source, painPoints }: PitchBrief): Copy {
  const asks = quote !== null && ASKS.test(quote.text);
  if (quote?.signal === 'recommendation_request' || quote?.signal === 'purchase_intent') {
    if (NAMES_THING.test(quote.text)) return SEARCHING;
    return quote.signal === 'purchase_intent' && !asks ? BUYING : ASKING;
  }
  if (quote?.signal === 'unmet_need') return UNMET;
  if (quote?.signal === 'switching') return LEAVING;
  const topic = quote && topicOf(quote.text, quote.theme);
  if (topic !== null) return copyFor(topic);
  if (painPoints.buying_signals.some(({ type }) => type === 'switching')) return LEAVING;
  // A question in a review is a complaint: "Why do mails disappear?"
  return asks && source !== 'review' ? ASKING : QUESTION;
}

function subjectOf({ quote, place, copy }: Plan): string {
  const start = place.charAt(0).toUpperCase() + place.slice(1);
  const words = quote?.text.replace(/(?<![.!,;:…])[.!,;:…]+$/, '') ?? '';
  const candidates = [...(words ? [`${start}: “${words}”`] : []), `${start}: ${copy.about}`, start];
  return candidates.find((subject) => subject.length <= SUBJECT_LENGTH) ?? `${start.slice(0, SUBJECT_LENGTH - 1)}…`;
}

/** A sentence that fits the quote and states no facts about the person, then why the sender writes. */
function acknowledgement({ brief, quote, copy }: Plan): string {
  const why = introductionOf(brief.sender);
  if (!quote) return why;
  const isCalm = brief.frustrationTier === 'low' && brief.painPoints.buying_signals.length === 0;
  const isKind = isCalm && brief.rating !== null && brief.rating >= KIND_RATING;
  const opening = copy.opening ? `${copy.opening} ` : '';
  return `${opening}${isKind ? 'You say so in a kind review, which makes it count. ' : ''}${why}`;
}

/** The feature that fits the quote, or an idea about it. A draft that only asks has neither. */
function ideaOf({ features, copy }: Plan): string[] {
  const [feature] = features;
  if (feature?.fits) return [`What we could bring to it: ${literal(feature.text)}`];
  return copy.idea === null ? [] : [`One idea, whatever you end up using: ${copy.idea}.`];
}

/** For the caller, not for the writer. */
function reasonOf({ rating, source, frustrationTier }: PitchBrief, place: string): string {
  const stars = rating === null || source !== 'review' ? '' : `, ${rating} of 5 stars`;
  return `${place.replace(/^your /, 'their ')}${stars}, ${frustrationTier} frustration.`;
}

/** The seller's features, those that fit the quote first. */
function featuresFor(offer: readonly string[], quote: Quote | null): Feature[] {
  return offer
    .map((text) => ({ text, fits: quote !== null && fitsQuote(text, quote.text) }))
    .sort((a, b) => Number(b.fits) - Number(a.fits));
}
