import type { Budget } from '#platform/outbound/polite.client.js';

/** The settings of a source. All values are texts, as a form or a command gives them. */
export type Settings = Readonly<Record<string, string>>;

/** A setting, for forms, commands and the API. */
export interface SettingField {
  name: string;
  label: string;
  /** One sentence. */
  hint: string;
  example: string;
  isRequired: boolean;
  pattern: RegExp;
  /** What the pattern demands, as the end of a sentence: `must be a number`. */
  rule: string;
  /** The value in one form, so that the same place is the same source. */
  normalize?: (value: string) => string;
}

/** What a service allows us, as read in its terms. */
export interface Terms {
  url: string;
  words: string;
  /** Whether its writers may be contacted with what it says about them. */
  isContactable: boolean;
  /** The licence that its texts must be shown with, if any. */
  attribution: string | null;
}

/** From when on texts are wanted, and up to when this fetch counts as complete. */
export interface Window {
  from: Date;
  until: Date;
  /** Texts that were edited from this time on are read again. Not at every fetch. */
  editsFrom?: Date;
}

/** Where in a source a fetch is. Each connector has its own form. A `floor` in it counts in place of the beginning of the window. */
export type Position = Readonly<Record<string, string | number | boolean | null>>;

export type WireHeaders = Readonly<Record<string, string>>;

/** A request to a service. */
export interface WireRequest {
  url: string;
  headers?: WireHeaders;
}

/** A page as the service sent it: its items, and what it says about further ones. */
export interface WirePage {
  values: readonly unknown[];
  /** The position of the next page by the service's own words, if there may be one. */
  next: Position | null;
  /** The service shows nothing older, although there is more. */
  isCapped?: boolean;
}

/** An item of a source that was understood. */
export interface ReadItem {
  externalId: string;
  /** The time by which the source is sorted. Null if the item has none. */
  at: Date | null;
  /** What a re-check needs to find it. */
  ref?: string;
  fingerprint?: string;
  /** The fields of an import. */
  record: Record<string, unknown>;
}

/** An item that was read; null for one that is not wanted, such as a reply of a developer. */
export type ItemReading = { item: ReadItem } | { reject: string } | null;

/** What a re-check found. */
export type Standing = 'there' | 'gone';

/** How texts that were fetched are looked up again. */
export interface Recheck {
  /** The texts of one request. */
  atOnce: number;
  /** The seconds after its time in which a text is looked up. An older one may be hidden, and is not looked up. */
  shownSeconds?: number;
  /** The refusals that mean that all texts of a request are gone. Any other says nothing about them. */
  goneAt: readonly number[];
  requestOf(settings: Settings, refs: readonly string[]): WireRequest;
  /** The refs that are gone by an answer. Default: none. @throws Drift */
  goneIn?(body: unknown, refs: readonly string[]): readonly string[];
}

/** What the operator gives as the secret of a source. */
export interface SecretForm {
  /** What it must be, as the end of a sentence. */
  rule: string;
  /** The secret as it is kept, or null if it has another form. */
  read(text: string): string | null;
}

/** How a secret is exchanged for a token that requests carry. */
export interface TokenExchange {
  /** The request for a token, signed with the secret. `now` is in milliseconds. */
  requestOf(secret: string, now: number): Promise<{ url: string; body: string }>;
  /** The token of an answer, and the seconds for which it is valid. @throws Drift */
  read(body: unknown): { token: string; seconds: number };
}

/**
 * How one kind of source is read. All functions are pure: the requests are sent by the fetch, which also keeps the position. `rising`
 * sources are sorted from old to new, `falling` ones from new to old, and a `whole` one is read at once.
 */
export interface Connector {
  name: string;
  title: string;
  kind: 'reviews' | 'posts';
  order: 'rising' | 'falling' | 'whole';
  fields: readonly SettingField[];
  /** The settings that say which place it is. */
  identity: readonly string[];
  /** A name of the place that no other connector may read at the same time, because it would give its texts other ids. */
  placeOf?(settings: Settings): string;
  credential: 'none' | 'optional' | 'required';
  /** Whether robots.txt of the place binds us: not for APIs with terms of their own. */
  obeysRobots: boolean;
  terms: Terms;
  /** How late items may appear with an earlier time, and how long they are looked at again. */
  overlapSeconds: number;
  defaultSeconds: number;
  /** The longest interval, for services that show a text for a short time. */
  maxSeconds?: number;
  /** For how long the service shows a text. A fetch that begins later may have missed some. */
  shownSeconds?: number;
  /** How often texts are looked for that were edited, if the list of new ones does not have them. */
  editsSeconds?: number;
  /** Whether a source that had texts may be empty. */
  mayBeEmpty?: boolean;
  budget(hasSecret: boolean): Budget;
  labelOf(settings: Settings): string;
  /** The address at which a person sees the place. */
  pageOf(settings: Settings): string;
  start(settings: Settings, window: Window): Position;
  requestOf(settings: Settings, position: Position, window: Window): WireRequest;
  /** The form of the secret. By default one line without spaces. */
  secret?: SecretForm;
  /** The secret is exchanged for a token, which `authorize` gets in its place. */
  tokens?: TokenExchange;
  /** The headers with which a secret is sent, or what it has signed. `now` is in milliseconds. */
  authorize?(secret: string, settings: Settings, now: number): WireHeaders | Promise<WireHeaders>;
  /** Reads an answer. `body` is a JSON value, or a text if `format` says so. @throws Drift */
  readPage(settings: Settings, position: Position, body: unknown, url: string): WirePage;
  readItem(settings: Settings, value: unknown, url: string): ItemReading;
  /** The position after a page, if the times of its items decide it. Default: what the service says. */
  following?(position: Position, page: WirePage, times: readonly (Date | null)[]): Position | null;
  /** Whether a refusal is the end of the list, such as a page beyond the last. */
  isEnd?(position: Position, status: number): boolean;
  format?: 'text';
  /** The seconds for which an answer is fresh, by its own words: it is not asked for again before. */
  freshSeconds?(answer: { headers: Readonly<Record<string, unknown>>; text: string }): number;
  recheck?: Recheck;
}

/** An answer does not have the form that we know. The message names what is missing. */
export class Drift extends Error {}
