import type { DocumentLanguage } from '@jeongsan/platform-contract';

type Words = Readonly<Record<DocumentLanguage, string>>;

/** What documents of the report say, in both languages. */
export const reportWords = {
  part: { ko: '구분', en: 'Part' },
  line: { ko: '항목', en: 'Line' },
  account: { ko: '계정', en: 'Account' },
  currency: { ko: '통화', en: 'Currency' },
  posting: { ko: '전표', en: 'Posting' },
  corrects: { ko: '정정 대상월', en: 'Corrects' },
  opening: { ko: '기초', en: 'Opening' },
  ofTheMonth: { ko: '당월', en: 'Of the month' },
  corrections: { ko: '정정', en: 'Corrections' },
  closing: { ko: '기말', en: 'Closing' },
  report: { ko: '월 보고서', en: 'Month report' },
  accounts: { ko: '계정별 증감', en: 'Accounts' },
  month: { ko: '월', en: 'Month' },
  state: { ko: '마감 상태', en: 'State' },
} as const satisfies Record<string, Words>;

/** The titles of the CSV's columns, and of the columns of each sheet. */
export const titles = {
  csv: [
    'part',
    'line',
    'account',
    'currency',
    'posting',
    'corrects',
    'opening',
    'ofTheMonth',
    'corrections',
    'closing',
  ],
  lines: ['line', 'account', 'opening', 'ofTheMonth', 'corrections', 'closing'],
  accounts: ['account', 'currency', 'posting', 'corrects', 'opening', 'ofTheMonth', 'corrections', 'closing'],
} as const satisfies Record<string, readonly (keyof typeof reportWords)[]>;

export const titlesOf = (of: keyof typeof titles, lang: DocumentLanguage): string[] =>
  titles[of].map((word) => reportWords[word][lang]);
