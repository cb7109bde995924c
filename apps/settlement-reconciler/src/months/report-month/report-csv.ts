import type { FileAnswerContent } from '@jeongsan/http-contract';
import { BYTE_ORDER_MARK, csvRow } from '@jeongsan/nest-kit';
import { type DocumentLanguage, documentTypes, type MonthReport } from '@jeongsan/platform-contract';

// prettier-ignore
const titles: Readonly<Record<DocumentLanguage, readonly string[]>> = {
  ko: ['구분', '항목', '계정', '통화', '전표', '정정 대상월', '기초', '당월', '정정', '기말'],
  en: ['Part', 'Line', 'Account', 'Currency', 'Posting', 'Corrects', 'Opening', 'Of the month', 'Corrections', 'Closing'],
};

/** The report as CSV (RFC 4180, UTF-8): the lines, then every account with its movements. */
export function reportCsv(report: MonthReport, lang: DocumentLanguage): FileAnswerContent {
  const lines = report.lines.map((l) =>
    row('LINE', l[lang], l.account, 'KRW', '', '', l.opening, l.amount, l.corrections, l.closing),
  );
  const accounts = report.accounts.flatMap(({ account, currency, opening, movements, closing }) => [
    row('ACCOUNT', '', account, currency, '', '', opening, '', '', closing),
    ...movements.map(({ template, corrects, amount }) =>
      row(
        'MOVEMENT',
        '',
        account,
        currency,
        template,
        corrects,
        '',
        corrects === null ? amount : '',
        corrects === null ? '' : amount,
        '',
      ),
    ),
  ]);
  const text = BYTE_ORDER_MARK + [row(...titles[lang]), ...lines, ...accounts].join('');
  return {
    contentType: documentTypes.csv,
    fileName: `month-report_${report.month}.csv`,
    ...(lang === 'ko' && { localName: `월보고서_${report.month}.csv` }),
    bytes: pieces(text),
  };
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, 'utf8');
}

const row = (...cells: readonly (string | bigint | null)[]): string => csvRow(cells.map((cell) => cell ?? ''));
