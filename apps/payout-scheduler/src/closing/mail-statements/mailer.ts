import type { Readable } from 'node:stream';
import type { Transporter } from 'nodemailer';

/** The mail server and the sender of statements, from the settings MAIL_URL and MAIL_FROM. */
export type MailSettings = Readonly<{
  /** smtp://, or smtps:// for a connection that begins encrypted; user and password are part of it. */
  url: string;
  from: string;
  /** Whether a connection that cannot be encrypted is refused. */
  requireTls: boolean;
}>;

const CONNECTION_TIMEOUT_MS = 10_000;
const SILENCE_MS = 60_000;

/** Sends e-mails; `null` as settings: this process sends none. Injection token and type in one. */
export class Mailer {
  private transport: Promise<Transporter> | undefined;

  constructor(private readonly settings: MailSettings | null) {}

  get isConfigured(): boolean {
    return this.settings !== null;
  }

  /** Rejects with the mail server's error; its text may hold the address, so only `responseCode` may be recorded. */
  async send(mail: Mail): Promise<void> {
    if (!this.settings) throw new Error('No mail server is configured');
    this.transport ??= transportOf(this.settings);
    await (await this.transport).sendMail({ ...mail, from: this.settings.from });
  }

  async close(): Promise<void> {
    (await this.transport)?.close();
  }
}

export type Mail = Readonly<{
  to: string;
  subject: string;
  text: string;
  /** The same for every attempt, so that a mailbox shows a repeated e-mail once. */
  messageId: string;
  attachments: { filename: string; content: Readable; contentType: string }[];
}>;

/** The library is loaded with the first e-mail: most processes never send one. */
async function transportOf({ url, requireTls }: MailSettings): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    requireTLS: requireTls,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
  });
}
