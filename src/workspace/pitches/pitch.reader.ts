import type { PitchBrief } from './pitch.types.js';

/** The names by which a pitch addresses a person. */
export interface Address {
  /** In writing, such as `Hi Jane`. */
  greeting: string;
  /** On the phone, such as `Hello Jane`. */
  spoken: string;
}

const PLACEHOLDER_NAME = /\b(?:verified|anonymous|user|reviewer|customer|client|guest|deleted|google|unknown)\b/i;
const HONORIFIC = /^(?:mr|mrs|ms|miss|mx|dr|prof|sir)\.?$/i;
const PLATFORMS: Record<string, string> = {
  g2: 'G2',
  capterra: 'Capterra',
  trustpilot: 'Trustpilot',
  trustradius: 'TrustRadius',
  getapp: 'GetApp',
  google_play: 'Google Play',
  googleplay: 'Google Play',
  app_store: 'App Store',
  appstore: 'App Store',
};

/** Uses the first name if the text looks like a name. */
export function addressOf({ name }: PitchBrief['writer']): Address {
  const first = firstNameOf(name ?? '');
  return first === null
    ? { greeting: 'Hello', spoken: 'Hello' }
    : { greeting: `Hi ${first}`, spoken: `Hello ${first}` };
}

/** The first name of a person, or null if the text does not look like a name. */
export function firstNameOf(name: string): string | null {
  const words = name.trim().split(/[\s,]+/);
  const first = words.find((word) => !HONORIFIC.test(word)) ?? '';
  const isName = /^\p{Lu}[\p{L}\p{M}'’-]+$/u.test(first) && first.length <= 20 && !PLACEHOLDER_NAME.test(name);
  return isName ? first : null;
}

/** The place of a post that says neither where it stands nor what it is about. */
export const UNNAMED_POST = 'your post';

/** The place of the text: `your G2 review of Tabula`, `your post in r/sysadmin about Tabula`. */
export function placeOf({
  source,
  platform,
  community,
  product,
}: Pick<PitchBrief, 'source' | 'platform' | 'community' | 'product'>): string {
  if (source === 'review') {
    const platformName =
      PLATFORMS[
        platform
          ?.trim()
          .toLowerCase()
          .replace(/[\s-]+/g, '_') ?? ''
      ];
    return ['your', platformName, 'review', product && `of ${shortNameOf(product)}`].filter(Boolean).join(' ');
  }
  return [UNNAMED_POST, community && inCommunity(shortNameOf(community)), product && `about ${shortNameOf(product)}`]
    .filter(Boolean)
    .join(' ');
}

/** With the article that a forum has, and on a site. */
const inCommunity = (name: string): string =>
  `${ON_SITE.test(name) ? 'on' : 'in'} ${NAMED_AS_PLACE.test(name) ? 'the ' : ''}${name}`;
const ON_SITE = /^(?:hacker news|linkedin|product hunt|reddit|stack overflow|twitter|x)$/i;
const NAMED_AS_PLACE = /^(?!the\b).*\b(?:community|forums?|group)$/i;

/** The name without the slogan that many store listings append to it. */
export function shortNameOf(name: string): string {
  const [proper = name] = name.trim().split(/(?<!\s)\s+[-–—|:]\s+|:\s/);
  return proper.length > 50 ? `${proper.slice(0, 49).trimEnd()}…` : proper;
}
