import { BYTE_ORDER_MARK, csvRow } from '@jeongsan/http-contract';
import type { DocumentLanguage, MonthReport } from '@jeongsan/platform-contract';
import { titlesOf } from './report-words.js';

/** The report as CSV (RFC 4180, UTF-8): the lines, then every account with its movements. */
export async function* reportCsv(report: MonthReport, lang: DocumentLanguage): AsyncGenerator<Uint8Array> {
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
  yield Buffer.from(BYTE_ORDER_MARK + [row(...titlesOf('csv', lang)), ...lines, ...accounts].join(''), 'utf8');
}

const row = (...cells: readonly (string | bigint | null)[]): string => csvRow(cells.map((cell) => cell ?? ''));
