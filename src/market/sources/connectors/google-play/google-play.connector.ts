import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { GOOGLE_PLAY as FORMAT } from '#market/answers/google-play.format.js';
import { EXCLUDE_FIELD, MAKER_FIELD, productField } from '../common.fields.js';
import type { Connector } from '../connector.js';
import { withTokenBefore } from '../positions.js';
import { envelopeOf, readWith, recordOf, timeOf, wireSeconds, wireText } from '../wire.reading.js';

const API = 'https://androidpublisher.googleapis.com/androidpublisher/v3/applications';
const TOKENS = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/androidpublisher';
const MS_PER_SECOND = 1_000;
/** Google takes assertions of an hour; ours is used at once. */
const ASSERTION_SECONDS = 300;
/** Six of the seven days that a review is shown. */
const SHOWN_SECONDS = 518_400;

const paging = {
  tokenPagination: z.object({ nextPageToken: wireText.optional() }).optional(),
  pageInfo: z.unknown().optional(),
};
/** A page without reviews has no list. With other fields it is another answer. */
const envelope = z.union([
  z.object({ reviews: z.array(z.unknown()), ...paging }),
  z.strictObject({ reviews: z.undefined().optional(), ...paging }),
]);

const userComment = z.object({
  text: wireText,
  lastModified: z.object({ seconds: wireSeconds }),
  starRating: z.number().min(1).max(5),
});
const review = z.object({
  reviewId: wireText,
  authorName: wireText.optional(),
  comments: z
    .array(z.object({ userComment: userComment.optional() }))
    .refine((comments) => comments.some((each) => each.userComment), { message: 'hold no userComment' }),
});

const account = z.object({ client_email: z.email(), private_key: z.string() });
const token = z.object({ access_token: z.string(), expires_in: z.number() });

/** Reviews of an app of the operator on Google Play, which shows those of the last week. */
export const GOOGLE_PLAY: Connector = {
  name: 'google-play',
  title: 'Google Play, own app',
  kind: 'reviews',
  order: 'falling',
  fields: [
    {
      name: 'package',
      label: 'Package',
      hint: 'The name of the package of the app.',
      example: 'com.example.app',
      isRequired: true,
      pattern: /^[a-z]\w*(?:\.[a-z]\w*){1,10}$/i,
      rule: 'must be the name of a package, such as com.example.app',
    },
    productField(true),
    MAKER_FIELD,
    EXCLUDE_FIELD,
  ],
  identity: ['package', 'exclude'],
  credential: 'required',
  obeysRobots: false,
  terms: {
    url: 'https://developers.google.com/android-publisher/reply-to-reviews',
    words:
      'For your own apps, with a service account that may read reviews. Google shows the reviews of one week, so the app is read every 12 hours at least.',
    isContactable: true,
    attribution: null,
  },
  overlapSeconds: 86_400,
  defaultSeconds: 21_600,
  maxSeconds: 43_200,
  shownSeconds: SHOWN_SECONDS,
  // A week without a review is normal.
  mayBeEmpty: true,
  budget: () => ({ intervalMs: 18_000, burst: 5 }),
  labelOf: ({ package: name = '', product = '' }) => `Google Play: ${product || name}`,
  pageOf: ({ package: name = '' }) => `https://play.google.com/store/apps/details?id=${name}`,
  start: () => ({ token: null }),
  // Without a language of translation the texts are as their writers wrote them.
  requestOf: ({ package: name = '' }, { token }) => ({
    url: `${API}/${name}/reviews?${new URLSearchParams({ maxResults: '100', ...(token !== null && { token: String(token) }) })}`,
  }),
  secret: {
    rule: 'must be the JSON file of a service account',
    read: (text) => {
      const found = account.safeParse(jsonOf(text));
      if (!found.success || !isRsaKey(found.data.private_key)) return null;
      return JSON.stringify(found.data);
    },
  },
  tokens: {
    requestOf: async (secret, now) => {
      const { client_email, private_key } = account.parse(JSON.parse(secret));
      const assertion = await new SignJWT({ scope: SCOPE })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(client_email)
        .setAudience(TOKENS)
        .setIssuedAt(new Date(now))
        .setExpirationTime(new Date(now + ASSERTION_SECONDS * MS_PER_SECOND))
        .sign(createPrivateKey(private_key));
      const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
      return { url: TOKENS, body: new URLSearchParams(form).toString() };
    },
    read: (body) => {
      const { access_token, expires_in } = envelopeOf(token, body);
      return { token: access_token, seconds: expires_in };
    },
  },
  authorize: (bearer) => ({ authorization: `Bearer ${bearer}` }),
  readPage: (_settings, _position, body) => {
    const { reviews = [], tokenPagination } = envelopeOf(envelope, body);
    const next = tokenPagination?.nextPageToken;
    return { values: reviews, next: next === undefined ? null : { token: next } };
  },
  following: withTokenBefore,
  readItem: (_settings, value, url) =>
    readWith(review, value, ({ reviewId, comments }) => {
      const record = recordOf(FORMAT, { reviews: [value] }, url);
      if (record === null) return null;
      const written = comments.find((each) => each.userComment)?.userComment;
      return { externalId: reviewId, at: timeOf(written?.lastModified.seconds), ref: reviewId, record };
    }),
  recheck: {
    atOnce: 1,
    goneAt: [404],
    // Google may not show an older review, although it is there.
    shownSeconds: SHOWN_SECONDS,
    requestOf: ({ package: name = '' }, [ref = '']) => ({ url: `${API}/${name}/reviews/${encodeURIComponent(ref)}` }),
  },
};

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
