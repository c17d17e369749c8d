/** Warnings of the OAuth library about this Node, about Jest, where the library's guard of fetches does not work, and about the store of a test's provider. */
const EXPECTED =
  /^oidc-provider WARNING: (?:Unsupported runtime|failed to setup SSRF protection|a quick start development-only in-memory adapter)/;

const warn = console.warn;
console.warn = (...message) => {
  if (!EXPECTED.test(String(message[0]))) warn(...message);
};
