import { transaction } from '@jeongsan/database';
import { DataSeal } from '@jeongsan/jwe';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { askAgain, askMail, askMonthlyMails } from './mail-statements/ask-mail.js';
import { readContact, removeContact, setContact } from './mail-statements/contact.js';
import { Mailer } from './mail-statements/mailer.js';
import { readMail, readMails } from './mail-statements/read-mails.js';

@Serves(contract.statementMailsContract)
export class StatementMailsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly seal: DataSeal,
    private readonly mailer: Mailer,
  ) {}

  readonly handlers: Handlers<typeof contract.statementMailsContract> = {
    setStatementContact: ({ params, body }, { caller }) =>
      transaction(this.db, (tx) => setContact(tx, this.seal, params.sellerId, body, caller.actor, this.clock.now())),
    getStatementContact: ({ params }) => readContact(this.db, params.sellerId),
    removeStatementContact: ({ params }) => transaction(this.db, (tx) => removeContact(tx, params.sellerId)),
    mailStatement: async ({ params, body }, { caller }) => {
      this.assertConfigured();
      const asked = { format: body.format, by: caller.actor, now: this.clock.now() };
      return transaction(this.db, (tx) => askMail(tx, params.statementId, asked));
    },
    mailMonthlyStatements: async ({ params, body }, { caller }) => {
      this.assertConfigured();
      const asked = { format: body.format, by: caller.actor, now: this.clock.now() };
      return transaction(this.db, (tx) => askMonthlyMails(tx, params.month, body.sellerIds, asked));
    },
    mailAgain: async ({ params }, { caller }) => {
      this.assertConfigured();
      return transaction(this.db, (tx) => askAgain(tx, params.mailId, caller.actor, this.clock.now()));
    },
    listStatementMails: ({ query }) => readMails(this.db, query),
    getStatementMail: ({ params }) => readMail(this.db, { id: params.mailId }),
  };

  private assertConfigured(): void {
    if (!this.mailer.isConfigured)
      throw contract.refuse('MAIL_NOT_CONFIGURED', 'This service has no mail server: set MAIL_URL and MAIL_FROM');
  }
}
