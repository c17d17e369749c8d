import type { AnswerFormat } from '#platform/files/answer.format.js';
import { APP_STORE_CONNECT } from './app-store-connect.format.js';
import { APP_STORE } from './app-store.format.js';
import { GOOGLE_PLAY } from './google-play.format.js';
import { MOZILLA_ADDONS } from './mozilla-addons.format.js';
import { STEAM } from './steam.format.js';

/** The answers of sources that hold reviews. */
export const REVIEW_FORMATS: readonly AnswerFormat[] = [
  GOOGLE_PLAY,
  APP_STORE,
  STEAM,
  MOZILLA_ADDONS,
  APP_STORE_CONNECT,
];
