/** Warnings of the OAuth library about this Node and about Jest, where the library's guard of fetches does not work. */
const EXPECTED = /^oidc-provider WARNING: (?:Unsupported runtime|failed to setup SSRF protection)/;

const warn = console.warn;
console.warn = (...message) => {
  if (!EXPECTED.test(String(message[0]))) warn(...message);
};
