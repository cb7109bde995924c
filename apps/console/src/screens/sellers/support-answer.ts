import type { OutputOf } from '../../api/names.js';
import { wonIn, wonOf } from '../../texts/amounts.js';
import type { Language } from '../../texts/language.js';
import { inKorea } from '../../texts/times.js';

type Balance = Pick<OutputOf<'explainSellerBalance'>, 'sellerId' | 'at' | 'accounts' | 'expected' | 'holds'>;
type Account = Balance['accounts'][number]['account'];

/** Names of the accounts for a seller; those of the console are for operators. */
const accounts = {
  ko: {
    pending: '아직 지급 시기가 되지 않은 금액',
    payable: '지급할 수 있는 금액',
    reserved: '지급이 진행 중인 금액',
    reserve: '환불에 대비해 남겨 둔 금액',
    debt: '갚으실 금액',
  },
  en: {
    pending: 'Not due yet',
    payable: 'Payable',
    reserved: 'In payouts under way',
    reserve: 'Kept back for later refunds',
    debt: 'Owed by you',
  },
} as const satisfies Record<Language, Record<Account, string>>;

const words = {
  ko: {
    head: (id: string, at: string) => `판매자 ${id} 정산 안내 (${at} 한국시간 기준)`,
    nothing: '지금 정산할 금액이 없습니다.',
    expected: '예정',
    holds: '지급 보류',
    payouts: '최근 지급',
  },
  en: {
    head: (id: string, at: string) => `Settlement of seller ${id} (as of ${at}, Korean time)`,
    nothing: 'Nothing is to be settled at the moment.',
    expected: 'What comes next',
    holds: 'Held back',
    payouts: 'Latest payouts',
  },
} as const satisfies Record<Language, object>;

const list = (title: string, sentences: readonly string[]): readonly string[] =>
  sentences.length === 0 ? [] : ['', title, ...sentences.map((sentence) => `- ${sentence}`)];

/**
 * What to tell a seller about their money, as plain text. `balance` is explained for the audience `seller` in `language`;
 * `payouts` are the reasons of the latest payouts, explained likewise.
 */
export function supportAnswer(balance: Balance, payouts: readonly string[], language: Language): string {
  const t = words[language];
  const filled = balance.accounts.filter((account) => wonOf(account.balance) !== 0n);
  return [
    t.head(balance.sellerId, inKorea(new Date(balance.at))),
    ...(filled.length === 0 ? [t.nothing] : []),
    ...filled.map(({ account, balance: won }) => `${accounts[language][account]}: ${wonIn(language, wonOf(won))}`),
    ...list(
      t.expected,
      balance.expected.map(({ reason }) => reason.text),
    ),
    ...list(
      t.holds,
      balance.holds.map(({ reason }) => reason.text),
    ),
    ...list(t.payouts, payouts),
  ].join('\n');
}
