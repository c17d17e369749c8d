import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server accepted it. */
export interface AcceptedMail {
  to: string[];
  raw: string;
}

type Refusal = { code: number; message: string };

/** A real SMTP server on a random port that records the mails it accepts. */
export interface MailServer {
  url: string;
  port: number;
  accepted: AcceptedMail[];
  /** The answers of the server to recipients and to the text of a mail. Null: it accepts. */
  refuse: { recipient: Refusal | null; text: Refusal | null };
  /** Resolves when the server has accepted another mail. */
  next(): Promise<AcceptedMail>;
  close(): Promise<void>;
}

const errorOf = ({ code, message }: Refusal): Error => Object.assign(new Error(message), { responseCode: code });

/** Starts the server, without STARTTLS unless `options` say so. Close it in `afterAll`. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const accepted: AcceptedMail[] = [];
  const refuse: MailServer['refuse'] = { recipient: null, text: null };
  const waiting: ((mail: AcceptedMail) => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    ...options,
    onRcptTo: (_address, _session, done) => done(refuse.recipient && errorOf(refuse.recipient)),
    onData: (stream, { envelope }, done) => {
      void text(stream).then((raw) => {
        if (refuse.text) return done(errorOf(refuse.text));
        const mail = { to: envelope.rcptTo.map(({ address }) => address), raw };
        accepted.push(mail);
        done();
        for (const give of waiting.splice(0)) give(mail);
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    accepted,
    refuse,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
