import { endpoint, Instant, page } from '@jeongsan/http-contract';
import { statementMailMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { may } from './refusals.js';
import { documentFormats, documentLanguages } from './statements.contract.js';
import { BusinessMonth, filters, paging, SellerKey } from './values.js';

/** Where a seller's statements go. The address is shown masked: `s***@shop.example`. */
export const StatementContact = z.object({
  sellerId: SellerKey,
  email: z.string(),
  language: z.enum(documentLanguages),
  setBy: z.string(),
  setAt: Instant,
});
export type StatementContact = z.output<typeof StatementContact>;

/** Why an e-mail failed. */
export const mailFailures = ['CONTACT_MISSING', 'STATEMENT_TOO_LONG', 'SERVER_AWAY', 'REFUSED'] as const;
export type MailFailure = (typeof mailFailures)[number];

export const StatementMail = z.object({
  id: z.uuid(),
  sellerId: SellerKey,
  /** Null: the e-mail is about a month. */
  statementId: z.uuid().nullable(),
  month: BusinessMonth.nullable(),
  format: z.enum(documentFormats),
  state: z.enum(statementMailMachine.states),
  askedBy: z.string(),
  askedAt: Instant,
  attempts: z.int(),
  /** Why the mail server did not take the last attempt: a code, and its SMTP status if it answered, such as `EAUTH 535`. */
  problem: z.string().nullable(),
  /** Null: no attempt is due at a later time. */
  nextTryAt: Instant.nullable(),
  sentAt: Instant.nullable(),
  failedAt: Instant.nullable(),
  failure: z.enum(mailFailures).nullable(),
});
export type StatementMail = z.output<typeof StatementMail>;

const operates = { security: 'bearer', scope: 'payouts:operate' } as const;
const reads = { method: 'GET', security: 'bearer', scope: 'payouts:read' } as const;
const OfSeller = z.object({ sellerId: SellerKey });
const Format = z.object({ format: z.enum(documentFormats).default('pdf') });

export const setStatementContact = endpoint({
  ...operates,
  method: 'PUT',
  path: '/sellers/{sellerId}/statement-contact',
  summary: "Set the address and language for a seller's statements.",
  params: OfSeller,
  body: z.object({ email: z.email().max(100), language: z.enum(documentLanguages).default('ko') }),
  success: { status: 200, body: StatementContact },
  errors: may('SELLER_NOT_FOUND'),
});

export const getStatementContact = endpoint({
  ...reads,
  path: '/sellers/{sellerId}/statement-contact',
  summary: "Where a seller's statements go.",
  params: OfSeller,
  success: { status: 200, body: StatementContact },
  errors: may('STATEMENT_CONTACT_NOT_FOUND'),
});

export const removeStatementContact = endpoint({
  ...operates,
  method: 'DELETE',
  path: '/sellers/{sellerId}/statement-contact',
  summary: 'Erase the address for a seller’s statements.',
  params: OfSeller,
  success: { status: 200, body: StatementContact },
  errors: may('STATEMENT_CONTACT_NOT_FOUND'),
});

export const mailStatement = endpoint({
  ...operates,
  method: 'POST',
  path: '/statements/{statementId}/mail',
  summary: 'Send a statement to the seller by e-mail. Repeating it changes nothing.',
  params: z.object({ statementId: z.uuid() }),
  body: Format,
  success: { status: 202, body: StatementMail },
  errors: may('STATEMENT_NOT_FOUND', 'STATEMENT_CONTACT_NOT_FOUND', 'MAIL_NOT_CONFIGURED'),
});

export const mailMonthlyStatements = endpoint({
  ...operates,
  method: 'POST',
  path: '/monthly-statements/{month}/mails',
  summary:
    'Send the monthly statements of all sellers with an address, or of some, by e-mail. Repeating it adds what is missing.',
  params: z.object({ month: BusinessMonth }),
  body: Format.extend({ sellerIds: z.array(SellerKey).min(1).max(1_000).optional() }),
  success: {
    status: 202,
    body: z.object({
      month: BusinessMonth,
      asked: z.int(),
      alreadyAsked: z.int(),
      /** Sellers with statements in the month and no address. */
      withoutContact: z.int(),
    }),
  },
  errors: may('MAIL_NOT_CONFIGURED', 'STATEMENT_MONTH_OPEN'),
});

export const mailAgain = endpoint({
  ...operates,
  method: 'POST',
  path: '/statement-mails/{mailId}/again',
  summary: 'Send an e-mail again that failed, or that the seller lost.',
  params: z.object({ mailId: z.uuid() }),
  success: { status: 202, body: StatementMail },
  errors: may('STATEMENT_MAIL_NOT_FOUND', 'STATEMENT_MAIL_STATE', 'MAIL_NOT_CONFIGURED'),
});

export const listStatementMails = endpoint({
  ...reads,
  path: '/statement-mails',
  summary: 'E-mails of statements, newest first.',
  query: z.object({
    state: z.enum(statementMailMachine.states).optional(),
    sellerId: SellerKey.optional(),
    month: BusinessMonth.optional(),
    /** Days on which e-mails were asked for. */
    ...filters.days,
    ...paging,
  }),
  success: { status: 200, body: page(StatementMail) },
  errors: may(),
});

export const getStatementMail = endpoint({
  ...reads,
  path: '/statement-mails/{mailId}',
  summary: 'One e-mail of a statement, and what became of it.',
  params: z.object({ mailId: z.uuid() }),
  success: { status: 200, body: StatementMail },
  errors: may('STATEMENT_MAIL_NOT_FOUND'),
});

export const statementMailsContract = {
  setStatementContact,
  getStatementContact,
  removeStatementContact,
  mailStatement,
  mailMonthlyStatements,
  mailAgain,
  listStatementMails,
  getStatementMail,
} as const;
