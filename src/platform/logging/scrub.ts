const HIDDEN = '[redacted]';
// The bounds keep the patterns linear on long runs of the same characters.
const SECRET_NAME = String.raw`[\w-]{0,64}(?:password|passwd|secret|token|authorization|cookie|api[_-]?key)[\w-]{0,64}`;

/** A cheap first test: very few lines contain anything that could be a secret. */
const SUSPICIOUS =
  /_live_|_test_|bearer|basic |:\/\/|password|passwd|secret|token|cookie|authorization|api[_-]?key|[?&]/i;

const RULES: [pattern: RegExp, replacement: string][] = [
  // Fields of a JSON line, with strings or lists of strings as values: first plain JSON, then JSON inside a string.
  [new RegExp(String.raw`("${SECRET_NAME}":)(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])`, 'gi'), `$1"${HIDDEN}"`],
  [new RegExp(String.raw`(\\"${SECRET_NAME}\\":\s*)\\"(?:[^"\\]|\\\\.)*\\"`, 'gi'), `$1\\"${HIDDEN}\\"`],
  [/\b([a-z][a-z0-9]{1,15}_(?:live|test)_)[0-9a-f]{8,}/gi, `$1${HIDDEN}`],
  [/\b(bearer|basic) +[\w.~+/=-]{8,}/gi, `$1 ${HIDDEN}`],
  [/(:\/\/[^\s:/@"]{0,256}):[^\s@"]{1,256}@/g, `$1:${HIDDEN}@`],
  [/([?&](?:code|key|state|sig|signature)=)[^&\s"\\]+/gi, `$1${HIDDEN}`],
  [new RegExp(String.raw`\b(${SECRET_NAME}=)[^&\s"\\]+`, 'gi'), `$1${HIDDEN}`],
];

/** Removes secrets from a log line: keys, passwords, tokens and cookies, in fields, headers, URLs and plain text. */
export function scrub(line: string): string {
  if (!SUSPICIOUS.test(line)) return line;
  return RULES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}
