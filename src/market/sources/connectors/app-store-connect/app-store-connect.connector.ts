import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { APP_STORE_CONNECT as FORMAT } from '#market/answers/app-store-connect.format.js';
import { parsedUrl } from '#platform/text/parsed.url.js';
import { APP_STORE_APP, appStorePlace, EXCLUDE_FIELD, MAKER_FIELD, productField } from '../common.fields.js';
import type { Connector } from '../connector.js';
import { Drift } from '../connector.js';
import { withTokenBefore } from '../positions.js';
import { envelopeOf, readWith, recordOf, timeOf, wireId, wireText, wireTime } from '../wire.reading.js';

const API = 'https://api.appstoreconnect.apple.com/v1';
const AUDIENCE = 'appstoreconnect-v1';
const MS_PER_SECOND = 1_000;
/** Apple refuses tokens of more than 20 minutes. */
const TOKEN_SECONDS = 600;

const envelope = z.object({
  data: z.array(z.unknown()),
  links: z.object({ next: wireText.optional() }).optional(),
});

const review = z.object({
  type: z.literal('customerReviews'),
  id: wireId,
  attributes: z.object({
    rating: z.number().min(1).max(5),
    title: wireText.nullish(),
    body: wireText,
    reviewerNickname: wireText.nullish(),
    createdDate: wireTime,
  }),
});

/** Reviews of an app of the operator in the App Store, in all storefronts and from the beginning. */
export const APP_STORE_CONNECT: Connector = {
  name: 'app-store-connect',
  title: 'App Store, own app',
  kind: 'reviews',
  order: 'falling',
  fields: [
    APP_STORE_APP,
    {
      name: 'issuer',
      label: 'Issuer',
      hint: 'The issuer id of the team, above the list of keys in App Store Connect.',
      example: '57246542-96fe-1a63-e053-0824d011072a',
      isRequired: true,
      pattern: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
      rule: 'must be an issuer id',
      normalize: (value) => value.toLowerCase(),
    },
    {
      name: 'key',
      label: 'Key',
      hint: 'The id of the key. Its file is the credential.',
      example: '2X9R4HXF34',
      isRequired: true,
      pattern: /^[A-Z\d]{10}$/,
      rule: 'must be the id of a key, ten capital letters and digits',
    },
    productField(true),
    MAKER_FIELD,
    EXCLUDE_FIELD,
  ],
  identity: ['app', 'exclude'],
  placeOf: appStorePlace,
  credential: 'required',
  obeysRobots: false,
  terms: {
    url: 'https://developer.apple.com/documentation/appstoreconnectapi/get-v1-apps-_id_-customerreviews',
    words:
      'For your own apps, with a key of App Store Connect that may read customer reviews. An app that is read here is not read by its public feed.',
    isContactable: true,
    attribution: null,
  },
  overlapSeconds: 604_800,
  defaultSeconds: 21_600,
  budget: () => ({ intervalMs: 3_600, burst: 5 }),
  labelOf: ({ app = '', product = '' }) => `App Store: ${product || app}`,
  pageOf: ({ app = '' }) => `https://apps.apple.com/app/id${app}?see-all=reviews`,
  start: () => ({ token: null }),
  requestOf: ({ app = '' }, { token }) => {
    const query = { sort: '-createdDate', limit: '200', ...(token != null && { cursor: String(token) }) };
    return { url: `${API}/apps/${app}/customerReviews?${new URLSearchParams(query)}` };
  },
  secret: {
    rule: 'must be the .p8 file of a key',
    read: (text) => (isEcKey(text) ? text.trim() : null),
  },
  authorize: async (secret, { issuer = '', key = '' }, now) => {
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: key, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(AUDIENCE)
      .setIssuedAt(new Date(now))
      .setExpirationTime(new Date(now + TOKEN_SECONDS * MS_PER_SECOND))
      .sign(createPrivateKey(secret));
    return { authorization: `Bearer ${token}` };
  },
  readPage: (_settings, _position, body) => {
    const { data, links } = envelopeOf(envelope, body);
    if (links?.next === undefined) return { values: data, next: null };
    // Only the cursor of the next address is used, so that the key is sent to Apple alone.
    const cursor = parsedUrl(links.next, API)?.searchParams.get('cursor') ?? null;
    if (cursor === null) throw new Drift('The answer has an unexpected format: links.next has no cursor');
    return { values: data, next: { token: cursor } };
  },
  following: withTokenBefore,
  readItem: (_settings, value, url) =>
    readWith(review, value, (found) => {
      const record = recordOf(FORMAT, { data: [value] }, url);
      if (record === null) return null;
      const ref = String(found.id);
      return { externalId: ref, at: timeOf(found.attributes.createdDate), ref, record };
    }),
  recheck: {
    atOnce: 1,
    goneAt: [404],
    requestOf: (_settings, [ref = '']) => ({ url: `${API}/customerReviews/${encodeURIComponent(ref)}` }),
  },
};

function isEcKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
