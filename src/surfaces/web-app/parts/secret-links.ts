/** The beginnings of addresses that go on with a secret, such as the links of mails. */
export const SECRET_LINKS = [
  '/join/',
  '/reset/',
  '/verify/',
  '/change-email/',
  '/undo-email/',
  '/privacy/',
  '/shared/',
] as const;

/** Whether an address is that of a page which a link with a secret leads to. */
export const isSecretLink = (path: string): boolean =>
  SECRET_LINKS.some((start) => path.startsWith(start) && path.length > start.length);
