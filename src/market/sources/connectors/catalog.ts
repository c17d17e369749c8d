import { APP_STORE_CONNECT } from './app-store-connect/app-store-connect.connector.js';
import { APP_STORE } from './app-store/app-store.connector.js';
import type { Connector } from './connector.js';
import { DISCOURSE } from './discourse/discourse.connector.js';
import { FEED } from './feed/feed.connector.js';
import { GITHUB } from './github/github.connector.js';
import { GOOGLE_PLAY } from './google-play/google-play.connector.js';
import { HACKER_NEWS } from './hacker-news/hacker-news.connector.js';
import { MOZILLA_ADDONS } from './mozilla-addons/mozilla-addons.connector.js';
import { STACK_EXCHANGE } from './stack-exchange/stack-exchange.connector.js';
import { STEAM } from './steam/steam.connector.js';

/** All connectors, in the order in which people are offered them. */
export const CONNECTORS: readonly Connector[] = [
  HACKER_NEWS,
  GITHUB,
  APP_STORE,
  STACK_EXCHANGE,
  DISCOURSE,
  FEED,
  MOZILLA_ADDONS,
  STEAM,
  GOOGLE_PLAY,
  APP_STORE_CONNECT,
];

const BY_NAME = new Map(CONNECTORS.map((connector) => [connector.name, connector]));

/** The connector with this name. */
export const findConnector = (name: string): Connector | undefined => BY_NAME.get(name);

/** The connector of a stored source. @throws if this release does not have it */
export function connectorOf({ connector: name }: { connector: string }): Connector {
  const connector = BY_NAME.get(name);
  if (!connector) throw new Error(`This release has no connector ${name}.`);
  return connector;
}

/** The kinds of sources whose terms forbid contacting the authors of their texts. */
export const CLOSED_CONNECTORS: readonly string[] = CONNECTORS.flatMap(({ name, terms }) =>
  terms.isContactable ? [] : name,
);
