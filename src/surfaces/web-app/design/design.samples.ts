import type { Bucket, Layer } from '../charts/stacked-months.page.js';

/** Invented figures for the page of the design. */
export const TONES = [
  ['up', 'worse'],
  ['up2', 'worse, second'],
  ['down', 'better'],
  ['g1', 'level'],
  ['g2', 'level'],
  ['g3', 'level'],
  ['g4', 'everything else'],
  ['act', 'can be clicked'],
  ['p1', 'first product'],
  ['p2', 'second product'],
  ['p3', 'third product'],
  ['p4', 'fourth product'],
] as const;

export const FIGURES = [
  ['Texts read', '2,184'],
  ['Name a problem', '41%'],
  ['Average stars', '3.4'],
  ['Rises most', '+6.3 points'],
] as const;

export const LINE = [4, 3.7, 4.1, 3.5, 3.2, 4, 3.4, 3.9, 11, 14.5, 16, 13.6];

const MONTHS = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`);
const BUCKETS: Bucket[] = MONTHS.map((month, at) => ({ from: month, to: month, reviews: 150 + 9 * at }));

const layer = (name: string, tone: Layer['tone'], level: number): Layer => ({
  name,
  tone,
  values: LINE.map((value, at) => (tone === 'up' ? value : level + ((at * 7) % 3))),
});

export const STACK = {
  buckets: BUCKETS,
  layers: [
    layer('Everything else', 'g4', 21),
    layer('Speed', 'g3', 11),
    layer('Reporting', 'g2', 12),
    layer('Pricing', 'g1', 6),
    layer('Login', 'down', 4),
    layer('Lost data', 'up', 4),
  ],
  marks: [
    { at: 3, text: 'Release 8.1' },
    { at: 8, text: 'Release 8.2', isHot: true },
  ],
};

export const TREND = {
  points: LINE.map((share, at) => ({
    from: MONTHS[at] ?? '',
    to: MONTHS[at] ?? '',
    reviews: 150 + 9 * at,
    mentions: Math.round(1.5 * share),
    share,
    low: Math.max(0, share - 2.5),
    high: share + 3,
  })),
  change: { at: 8, before: 3.7, after: 13.6 },
};

export const BARS = [
  { label: 'Gone after two tickets are merged', value: 48 },
  { label: 'Lost when a ticket is forwarded', value: 37 },
  { label: 'Files open empty', value: 31 },
];

export const DAYS = Array.from({ length: 30 }, (_, at) => ({ label: `Nov ${at + 1}, 2026`, value: (at * 5) % 9 }));

const PRODUCTS = ['Casebird', 'Deskhand', 'Replyline', 'Tidewell'];

const ratingsOf = (mentions: number) => ({ mentions, reviews: 1_450 });

export const QUADRANT = {
  products: PRODUCTS,
  points: [
    { product: 0, name: 'Lost attachments', share: 6.5, starsLost: 1.7, ratings: ratingsOf(115) },
    { product: 1, name: 'Slow ticket list', share: 6.8, starsLost: 1.35, ratings: ratingsOf(102) },
    { product: 2, name: 'Crashes in long threads', share: 2.5, starsLost: 1.5, ratings: ratingsOf(89) },
    { product: 3, name: 'Price at renewal', share: 6.1, starsLost: 1.5, ratings: ratingsOf(76) },
    { product: 0, name: 'Reports cannot be scheduled', share: 8.6, starsLost: 0.9, ratings: ratingsOf(63) },
  ],
};

export const HEAT = {
  products: PRODUCTS.map((name) => ({ id: name, name, note: '1,000 texts' })),
  rows: [
    { name: 'Reporting and analytics', values: [10.6, 4.1, 2.9, 5.2] },
    { name: 'Data accuracy and loss', values: [7.6, 1.6, 1.1, 2.4] },
    { name: 'Speed and performance', values: [10.6, 13.4, 4.6, 6.1] },
    { name: 'Notifications and email', values: [2.2, 1.6, 4.7, null] },
  ],
};
