import { boundsOf } from '../month-bounds.js';
import { bold, type Cell, header, plain, type Sheet, workbook } from '@jeongsan/nest-kit';
import type { DocumentLanguage, MonthReport } from '@jeongsan/platform-contract';
import { reportWords, titlesOf } from './report-words.js';

const AMOUNT_WIDTH = 18;

/** The report as a workbook: the lines in won, then every account with its movements in minor units of its currency. */
export const reportXlsx = (report: MonthReport, lang: DocumentLanguage): AsyncGenerator<Uint8Array> =>
  workbook(boundsOf(report.month).first, [linesSheet(report, lang), accountsSheet(report, lang)]);

function linesSheet({ month, state, lines }: MonthReport, lang: DocumentLanguage): Sheet {
  const rows = lines.map((l) => [l[lang], l.account, l.opening, l.amount, l.corrections, l.closing].map(plain));
  const head: Cell[][] = [
    titlesOf('lines', lang).map(header),
    ...rows,
    [],
    [bold(reportWords.month[lang]), plain(month)],
    [bold(reportWords.state[lang]), plain(state)],
  ];
  return {
    name: reportWords.report[lang],
    widths: [32, 24, ...Array<number>(4).fill(AMOUNT_WIDTH)],
    frozenRows: 1,
    rows: head,
  };
}

function accountsSheet({ accounts }: MonthReport, lang: DocumentLanguage): Sheet {
  const rows = accounts.flatMap(({ account, currency, opening, movements, closing }) => [
    [bold(account), bold(currency), plain(null), plain(null), plain(opening), plain(null), plain(null), plain(closing)],
    ...movements.map(({ template, corrects, amount }) => {
      const [ofTheMonth, correction] = corrects === null ? [amount, null] : [null, amount];
      return [account, currency, template, corrects, null, ofTheMonth, correction, null].map(plain);
    }),
  ]);
  const widths = [24, 8, 24, 12, ...Array<number>(4).fill(AMOUNT_WIDTH)];
  return {
    name: reportWords.accounts[lang],
    widths,
    frozenRows: 1,
    rows: [titlesOf('accounts', lang).map(header), ...rows],
  };
}
