import { type TextRange, UNSEEN } from './text.range.js';

const WORD = `\\p{L}\\p{M}\\p{N}${UNSEEN}`;
/** The sign between name and host, as it is or written out. Every quantifier is bounded, so that the search is linear. */
const AT = new RegExp(
  `\\s{0,2}(?:[@＠﹫]|&#0{0,4}64;|&#x0{0,4}40;|&commat;|%40|[([{<]\\s{0,2}(?:at|@|arroba)\\s{0,2}[)\\]}>])\\s{0,2}|\\s{1,3}at\\s{1,3}`,
  'giu',
);
const DOT_WORD = '(?:dot|punkt|punto|point)';
const WRITTEN_DOT = `\\s{0,2}[([{<]\\s{0,2}(?:${DOT_WORD}|\\.)\\s{0,2}[)\\]}>]\\s{0,2}|\\s{1,3}${DOT_WORD}\\s{1,3}`;
const DOT = `(?:[.．。]|&#0{0,4}46;|&period;|\\s{1,2}\\.\\s{1,2}|${WRITTEN_DOT})`;
const LOCAL_WORD = `[${WORD}._%+'-]{1,64}`;
const LOCAL = new RegExp(`${LOCAL_WORD}$`, 'u');
const LOCAL_WITH_WRITTEN_DOTS = new RegExp(`(?:${LOCAL_WORD}(?:${WRITTEN_DOT})){0,3}${LOCAL_WORD}$`, 'iu');
const HOST = new RegExp(
  `(?:[${WORD}-]{1,63}${DOT}){1,6}(?:xn--[a-z0-9-]{2,59}|[\\p{L}${UNSEEN}]{2,30})(?![\\p{L}\\p{N}])`,
  'iuy',
);
const MAX_LOCAL_LENGTH = 100;
/** A necessary condition of AT: the sign, or the word with a dot somewhere. Most texts have neither. */
const SIGN = /[@＠﹫&%([{<]/;
const AT_WORD = /\sat\s/i;
const ANY_DOT = /\.[^\s\d.]|\s\.\s|[．。&([{<]|dot|punkt|punto|point/iu;

const HAS_WRITTEN_DOT = new RegExp(WRITTEN_DOT, 'iu');
/** A version such as `1.2.beta` or `5.next`. */
const VERSION = /^\d{1,2}\.(?:\d|\p{L}+$)/u;
const DETERMINER = /^(?:the|a|an|this|that|these|those|our|their|its|my|your|his|her|some|any|every)\s/iu;
const MAILBOX_HOST =
  /^(?:g(?:oogle)?mail|yahoo|ymail|hotmail|outlook|live|icloud|me|aol|gmx|web|proton(?:mail)?|mail|yandex|qq|163|126|zoho)\.\p{L}{2,3}(?:\.\p{L}{2})?$/iu;
const TWO_LETTERS = /\p{L}{2}/u;
const MARK = /[\d._+-]/;

/** Finds email addresses, also those written as `name (at) host dot com`. */
export function findEmails(text: string): TextRange[] {
  const found: TextRange[] = [];
  if (!SIGN.test(text) && !(AT_WORD.test(text) && ANY_DOT.test(text))) return found;
  for (const { 0: sign, index } of text.matchAll(AT)) {
    const isPlainWord = /^\s+at\s+$/iu.test(sign);
    // `thanks @acme.social` names an account.
    if (/^\s+[@＠]$/u.test(sign)) continue;
    HOST.lastIndex = index + sign.length;
    const host = HOST.exec(text)?.[0];
    if (host === undefined || VERSION.test(host)) continue;
    const before = text.slice(Math.max(0, index - MAX_LOCAL_LENGTH), index);
    const local = (/^\s*[@＠]\s*$/u.test(sign) ? LOCAL : LOCAL_WITH_WRITTEN_DOTS).exec(before)?.[0];
    if (local === undefined || (isPlainWord && !isWrittenOut(local, host))) continue;
    found.push({ from: index - local.length, to: index + sign.length + host.length });
  }
  return found;
}

/** Whether `name at host` is an address: `jane at acme dot com` is one, `found at acme.com` is not. */
const isWrittenOut = (local: string, host: string): boolean =>
  HAS_WRITTEN_DOT.test(host)
    ? !DETERMINER.test(host)
    : MAILBOX_HOST.test(host) && TWO_LETTERS.test(local) && MARK.test(local);
