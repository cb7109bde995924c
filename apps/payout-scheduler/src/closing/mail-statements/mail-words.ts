import { groupedWon } from '@jeongsan/money';
import type { DocumentLanguage } from '@jeongsan/platform-contract';
import type { Words } from '../write-statement/paper.js';

/** The amounts that an e-mail names; everything else is in the attached document. */
export type MailFacts = Readonly<{
  /** A settlement date, or a month. */
  of: string;
  isMonth: boolean;
  payoutAmount: bigint;
  carried: bigint;
}>;

const subjects = {
  statement: { ko: '정산 내역서', en: 'Settlement statement' },
  month: { ko: '월 정산 내역서', en: 'Monthly statement' },
} as const satisfies Record<string, Words>;

const bodies = {
  ko: (title, { of, payoutAmount, carried }) =>
    `${of} ${title}를 보내드립니다.\n\n지급액: ${groupedWon(payoutAmount)}원\n차기 이월액: ${groupedWon(carried)}원\n\n자세한 내용은 첨부 파일에 있습니다.\n`,
  en: (title, { of, payoutAmount, carried }) =>
    `Here is your ${title.toLowerCase()} for ${of}.\n\nPayout: ${groupedWon(payoutAmount)} won\nCarried forward: ${groupedWon(carried)} won\n\nThe attached file has the details.\n`,
} as const satisfies Record<DocumentLanguage, (title: string, facts: MailFacts) => string>;

/** Subject and text of a statement's e-mail. */
export function mailText(facts: MailFacts, language: DocumentLanguage): Readonly<{ subject: string; text: string }> {
  const title = subjects[facts.isMonth ? 'month' : 'statement'][language];
  return { subject: `${title} ${facts.of}`, text: bodies[language](title, facts) };
}
