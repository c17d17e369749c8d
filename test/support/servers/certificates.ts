import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether certificates can be made on this machine. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** The paths of a certificate for `localhost`, of its key, and of the authority that has signed it. */
export interface Certificates {
  authority: string;
  certificate: string;
  key: string;
}

/** Makes an authority and a certificate of it in a folder. They are valid for a day. */
export function makeCertificates(folder: string, name = 'server'): Certificates {
  const at = (file: string): string => join(folder, `${name}-${file}`);
  const openssl = (...words: string[]): void => void execFileSync('openssl', words, { stdio: 'ignore' });
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    ...['req', '-x509', ...fresh, '-days', '1', '-subj', '/CN=test authority'],
    ...['-keyout', at('ca.key'), '-out', at('ca.pem')],
  );
  openssl('req', ...fresh, '-subj', '/CN=localhost', '-keyout', at('own.key'), '-out', at('own.csr'));
  writeFileSync(at('names'), 'subjectAltName=DNS:localhost\n');
  openssl(
    ...['x509', '-req', '-days', '1', '-in', at('own.csr'), '-CA', at('ca.pem'), '-CAkey', at('ca.key')],
    ...['-CAcreateserial', '-extfile', at('names'), '-out', at('own.pem')],
  );
  return { authority: at('ca.pem'), certificate: at('own.pem'), key: at('own.key') };
}
