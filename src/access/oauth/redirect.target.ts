const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Where a browser is sent after a decision. `isLocal`: to a program on the person's own computer. */
export interface RedirectTarget {
  host: string;
  isLocal: boolean;
}

/** The target of a redirect URI. */
export function describeRedirect(redirectUri: string): RedirectTarget {
  const { protocol, host, hostname } = new URL(redirectUri);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return { host: isWeb ? host : `${protocol}//${host}`, isLocal: !isWeb || LOOPBACK.includes(hostname) };
}
