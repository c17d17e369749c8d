import { Inject, Injectable } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { ENV, type Env } from '#config/env.js';
import { type MailContent, PICTURE_ID } from './mail.content.js';

/** A mail for the server. */
export interface OutgoingMail extends Pick<MailContent, 'text' | 'html' | 'picture' | 'unsubscribeUrl'> {
  id: string;
  to: string;
  subject: string;
}

const TIMEOUT_MS = 15_000;
const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Sends mails to the server of MAIL_URL. Passwords and links never travel in plain text: STARTTLS or TLS with a valid
 * certificate is required, unless the server is local.
 */
@Injectable()
export class MailTransport {
  private readonly server: ReturnType<typeof createTransport> | null;
  private readonly from: string;
  private readonly domain: string;

  constructor(@Inject(ENV) env: Pick<Env, 'MAIL_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>) {
    this.server = env.MAIL_URL ? createTransport(optionsOf(new URL(env.MAIL_URL))) : null;
    this.from = env.MAIL_FROM ?? `Qualm <no-reply@${new URL(env.PUBLIC_URL).hostname}>`;
    this.domain = /@([^>]+)/.exec(this.from)?.[1] ?? '';
  }

  /** Whether there is a server. */
  get isConfigured(): boolean {
    return this.server !== null;
  }

  /**
   * Returns when the server has accepted the mail. All attempts have the same `Message-ID`, by which servers and mail
   * clients recognize a mail that arrives twice.
   * @throws the error of nodemailer
   */
  async send({ id, to, subject, text, html, picture, unsubscribeUrl }: OutgoingMail): Promise<void> {
    if (!this.server) throw new Error('MAIL_URL is not set');
    await this.server.sendMail({
      from: this.from,
      // An object is always one address. A text could be a list.
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId: `<${id}@${this.domain}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      ...(picture && {
        attachments: [
          {
            filename: 'picture.png',
            cid: PICTURE_ID,
            content: Buffer.from(picture.png, 'base64'),
            contentType: 'image/png',
          },
        ],
      }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
}

/** The options of nodemailer for a URL. */
export function optionsOf({ protocol, hostname, port, username, password }: URL) {
  const secure = protocol === 'smtps:';
  const isLocal = LOCAL.test(hostname);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isLocal,
    tls: { rejectUnauthorized: !isLocal },
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  };
}
