import type { Readable } from 'node:stream';
import { createTransport, type Transporter } from 'nodemailer';

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
  private readonly transport: Transporter | null;

  constructor(private readonly settings: MailSettings | null) {
    this.transport = settings && transportOf(settings);
  }

  get isConfigured(): boolean {
    return this.transport !== null;
  }

  /** Rejects with the mail server's error; its text may hold the address, so only `responseCode` may be recorded. */
  async send(mail: Mail): Promise<void> {
    if (!this.transport || !this.settings) throw new Error('No mail server is configured');
    await this.transport.sendMail({ ...mail, from: this.settings.from });
  }

  close(): void {
    this.transport?.close();
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

function transportOf({ url, requireTls }: MailSettings): Transporter {
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
