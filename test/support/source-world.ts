/** A text that a source of the tests has. Times are in milliseconds. */
export interface WorldItem {
  id: number;
  at: number;
  changedAt: number;
  text: string;
}

/** What a service of the tests answers to one address. */
export interface WorldAnswer {
  status: number;
  body: unknown;
}

/** Answers a request about the items that exist now. The sizes of pages are smaller than those of the services. */
type Adapter = (url: URL, items: readonly WorldItem[]) => WorldAnswer;

const PAGE = 7;
/** More than the source has at once, because it shows ten pages only. */
const APP_STORE_PAGE = 50;
const MS_PER_SECOND = 1_000;
const secondsOf = (ms: number): number => Math.floor(ms / MS_PER_SECOND);
const isoOf = (ms: number): string => new Date(ms).toISOString();
const byTime = (one: WorldItem, other: WorldItem): number => one.at - other.at || one.id - other.id;
const newestFirst = (items: readonly WorldItem[]): WorldItem[] => items.toSorted(byTime).reverse();
const ok = (body: unknown): WorldAnswer => ({ status: 200, body });
const person = (id: number): string => `reader-${id % 9}`;

const algolia: Adapter = (url, items) => {
  const filters = url.searchParams.get('numericFilters') ?? '';
  const from = Number(/created_at_i>=(\d+)/.exec(filters)?.[1] ?? 0);
  const before = Number(/created_at_i<=(\d+)/.exec(filters)?.[1] ?? Infinity);
  const page = Number(url.searchParams.get('page'));
  // The search shows the first pages only.
  const found = newestFirst(items)
    .filter(({ at }) => secondsOf(at) >= from && secondsOf(at) <= before)
    .slice(0, PAGE * 3);
  const hits = found.slice(page * PAGE, (page + 1) * PAGE).map(({ id, at, text }) => ({
    ...{ objectID: String(id), created_at: isoOf(secondsOf(at) * MS_PER_SECOND), author: person(id), title: null },
    ...{ story_text: null, comment_text: text, _tags: ['comment'] },
  }));
  return ok({ hits, nbPages: Math.ceil(found.length / PAGE), page });
};

const github: Adapter = (url, items) => {
  const since = Date.parse(url.searchParams.get('since') ?? '');
  const size = Number(url.searchParams.get('per_page'));
  const page = Number(url.searchParams.get('page')) - 1;
  const found = items
    .filter(({ changedAt }) => secondsOf(changedAt) >= secondsOf(since))
    .toSorted((one, other) => secondsOf(one.changedAt) - secondsOf(other.changedAt) || one.id - other.id);
  return ok(
    found.slice(page * size, (page + 1) * size).map(({ id, at, changedAt, text }) => ({
      ...{ id, number: id, html_url: `https://github.com/acme/boards/issues/${id}`, title: `Issue ${id}`, body: text },
      ...{ created_at: isoOf(at), updated_at: isoOf(secondsOf(changedAt) * MS_PER_SECOND) },
      user: { login: person(id), type: 'User', html_url: `https://github.com/${person(id)}` },
    })),
  );
};

const stackExchange: Adapter = (url, items) => {
  const since = Number(url.searchParams.get('fromdate'));
  const page = Number(url.searchParams.get('page')) - 1;
  const found = items.filter(({ at }) => secondsOf(at) >= since).toSorted(byTime);
  const shown = found.slice(page * PAGE, (page + 1) * PAGE);
  return ok({
    items: shown.map(({ id, at, text }) => ({
      ...{ question_id: id, creation_date: secondsOf(at), title: `Question ${id}`, body: `<p>${text}</p>` },
      ...{ link: `https://stackoverflow.com/questions/${id}/x`, owner: { display_name: person(id) } },
    })),
    has_more: (page + 1) * PAGE < found.length,
    ...{ quota_max: 300, quota_remaining: 200 },
  });
};

const steam: Adapter = (url, items) => {
  const offset = Number(/^p(\d+)$/.exec(url.searchParams.get('cursor') ?? '')?.[1] ?? Infinity);
  // The cursor stands behind the last review that was shown, whatever is written meanwhile. Edits are listed by their time.
  const place = ({ id, changedAt }: WorldItem): number =>
    url.searchParams.get('filter') === 'updated' ? Math.floor(changedAt) : id;
  const found = items.filter((item) => place(item) < offset);
  const sorted = found.toSorted((one, other) => place(other) - place(one)).slice(0, PAGE);
  const last = sorted.at(-1);
  return ok({
    success: 1,
    query_summary: { num_reviews: sorted.length },
    reviews: sorted.map(({ id, at, changedAt, text }) => ({
      ...{ recommendationid: String(id), author: { steamid: `7656${id}` }, language: 'english', review: text },
      ...{ timestamp_created: secondsOf(at), timestamp_updated: secondsOf(changedAt), voted_up: id % 2 === 0 },
    })),
    cursor: last ? `p${place(last)}` : url.searchParams.get('cursor'),
  });
};

const discourse: Adapter = (url, items) => {
  const before = Number(url.searchParams.get('before') ?? Infinity);
  const found = items.filter(({ id }) => id <= before).toSorted((one, other) => other.id - one.id);
  return ok({
    latest_posts: found.slice(0, PAGE).map(({ id, at, text }) => ({
      ...{ id, username: person(id), name: null, created_at: isoOf(at), cooked: `<p>${text}</p>`, post_number: 2 },
      ...{ topic_id: 1, topic_title: 'A topic', category_id: 1 },
    })),
  });
};

const appStore: Adapter = (url, items) => {
  const page = Number(/page=(\d+)/.exec(url.pathname)?.[1]) - 1;
  const label = (value: unknown) => ({ label: value });
  const shown = newestFirst(items).slice(page * APP_STORE_PAGE, (page + 1) * APP_STORE_PAGE);
  const entries = shown.map(({ id, at, text }) => ({
    ...{ id: label(String(id)), title: label(`Review ${id}`), content: label(text), 'im:rating': label('3') },
    ...{ updated: label(isoOf(at)), author: { name: label(person(id)), uri: label('https://itunes.apple.com/us/x') } },
  }));
  // One review is no list, and none is no key.
  const entry = entries.length > 1 ? entries : entries[0];
  return ok({ feed: { id: label(`https://itunes.apple.com/us/rss/customerreviews/`), ...(entry && { entry }) } });
};

const mozilla: Adapter = (url, items) => {
  const page = Number(url.searchParams.get('page')) - 1;
  const found = newestFirst(items);
  const shown = found.slice(page * PAGE, (page + 1) * PAGE);
  if (shown.length === 0 && page > 0) return { status: 404, body: { detail: 'Invalid page.' } };
  return ok({
    results: shown.map(({ id, at, text }) => ({
      ...{ id, addon: { id: 1, slug: 'acme', name: { 'en-US': 'Acme' } }, body: text, score: 4, created: isoOf(at) },
      ...{ user: { name: person(id), url: 'https://addons.mozilla.org/user/1/' }, is_developer_reply: false },
    })),
    next: (page + 1) * PAGE < found.length ? `https://addons.mozilla.org/?page=${page + 2}` : null,
  });
};

const feed: Adapter = (_url, items) => {
  const shown = newestFirst(items).slice(0, PAGE * 20);
  const parts = shown.map(
    ({ id, at, text }) =>
      `<item><guid>g${id}</guid><title>Post ${id}</title><link>/posts/${id}</link><pubDate>${new Date(at).toUTCString()}</pubDate><description>${text}</description></item>`,
  );
  return ok(`<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title>${parts.join('')}</channel></rss>`);
};

const googlePlay: Adapter = (url, items) => {
  // A token may be no more than a number, so what is deleted meanwhile moves others to pages that were read.
  const offset = Number(url.searchParams.get('token') ?? 0);
  const found = items.toSorted((one, other) => other.changedAt - one.changedAt || other.id - one.id);
  const shown = found.slice(offset, offset + PAGE);
  const reviews = shown.map(({ id, changedAt, text }) => ({
    ...{ reviewId: `gp:${id}`, authorName: person(id) },
    comments: [
      {
        userComment: {
          ...{ text: `Title\t${text}`, starRating: 4, reviewerLanguage: 'en' },
          lastModified: { seconds: String(secondsOf(changedAt)), nanos: 0 },
        },
      },
    ],
  }));
  const isLast = offset + PAGE >= found.length;
  return ok({
    ...(reviews.length > 0 && { reviews }),
    ...(!isLast && { tokenPagination: { nextPageToken: String(offset + PAGE) } }),
  });
};

const appStoreConnect: Adapter = (url, items) => {
  const offset = Number(url.searchParams.get('cursor') ?? 0);
  const found = newestFirst(items);
  const next = `https://api.appstoreconnect.apple.com${url.pathname}?cursor=${offset + PAGE}`;
  return ok({
    data: found.slice(offset, offset + PAGE).map(({ id, at, text }) => ({
      ...{ type: 'customerReviews', id: `c-${id}` },
      attributes: {
        ...{ rating: 4, title: `Review ${id}`, body: text, reviewerNickname: person(id) },
        ...{ createdDate: isoOf(at), territory: 'USA' },
      },
    })),
    links: { self: url.href, ...(offset + PAGE < found.length && { next }) },
  });
};

const BY_PATH: readonly [RegExp, Adapter][] = [
  [/^\/api\/v1\/search_by_date$/, algolia],
  [/^\/repos\//, github],
  [/^\/2\.3\/search\/advanced$/, stackExchange],
  [/^\/appreviews\//, steam],
  [/^\/posts\.json$/, discourse],
  [/\/rss\/customerreviews\//, appStore],
  [/^\/api\/v4\/ratings\/rating\/$/, mozilla],
  [/^\/feed\.xml$/, feed],
  [/^\/androidpublisher\/v3\/applications\/[^/]+\/reviews$/, googlePlay],
  [/^\/v1\/apps\/\d+\/customerReviews$/, appStoreConnect],
];

/** The answer of the service at this address about these items. */
export function answerOfWorld(address: string, items: readonly WorldItem[]): WorldAnswer {
  const url = new URL(address, 'http://world.example');
  const adapter = BY_PATH.find(([path]) => path.test(url.pathname))?.[1];
  return adapter ? adapter(url, items) : { status: 404, body: {} };
}
