/** The authorization server's library warns about every Node older than its own favourite; tests have nothing to add. */
const warn = console.warn;
console.warn = (...said) => {
  if (!String(said[0]).startsWith('oidc-provider WARNING: Unsupported runtime')) warn(...said);
};
