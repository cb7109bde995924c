import { daysBetween } from '@jeongsan/calendar';
import type { DocumentLanguage, StatementLine } from '@jeongsan/platform-contract';
import type { Paper } from './paper.js';
import { allColumns, headRows, kindWords, words } from './statement-words.js';

/** The parts of a workbook (Office Open XML, ECMA-376 part 1) that a statement needs. */

// prettier-ignore
const style = { text: 0, header: 1, won: 2, date: 3, boldWon: 4, boldText: 5 } as const;
type Cell = Readonly<{ value: string | bigint | null; style: number; formula?: string }>;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export function workbookParts(lang: DocumentLanguage): [name: string, text: string][] {
  const sheets = [words.summary[lang], words.lines[lang]];
  const list = sheets.map((name, i) => `<sheet name="${escape(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  return [
    ['[Content_Types].xml', contentTypes],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['worksheet', 'worksheets/sheet2.xml'],
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', styles],
  ];
}

/** The first sheet: seller, period, and the totals by kind of movement. */
export function summarySheet(statement: Paper, lang: DocumentLanguage): string {
  const head = headRows(statement, lang).map(([name, value]) => [bold(name), plain(value)]);
  const totals = statement.totals.map((t) => [plain(kindWords[t.kind][lang]), plain(BigInt(t.count)), plain(t.amount)]);
  const payouts = statement.payouts.map((p) => [plain(p.id), plain(p.state), plain(p.amount), plain(p.payoutDate)]);
  const rows = [
    [bold(statement.title[lang])],
    ...head,
    [],
    [words.lines[lang], words.count[lang], words.movements[lang]].map(header),
    ...totals,
    [],
    [words.payouts[lang], '', words.payoutAmount[lang], words.businessDate[lang]].map(header),
    ...payouts,
  ];
  return `${sheetStart([40, 24, 18, 14], 0)}${rows.map((cells, i) => rowXml(i + 1, cells)).join('')}${SHEET_END}`;
}

/** Writes the sheet of lines: its start, rows, and its end with the sums. */
export function linesSheet(statement: Paper, lang: DocumentLanguage) {
  const names = allColumns.map((column) => header(column.title[lang]));
  const widths = allColumns.map((column) => column.width);
  const cellsOf = (line: StatementLine): Cell[] =>
    allColumns.map((column) => {
      const value = column.of(line, lang);
      return { value, style: column.kind === 'date' && value !== null ? style.date : plain(value).style };
    });
  return {
    begin: sheetStart(widths, 1) + rowXml(1, names),
    rowsOf: (lines: readonly StatementLine[], from: number): string =>
      lines.map((line, i) => rowXml(from + i, cellsOf(line))).join(''),
    end: (row: number): string => {
      const sums = allColumns.map((column, i): Cell => {
        if (i === 0) return bold(words.total[lang]);
        if (!column.sum) return plain(null);
        const formula = row > 2 ? { formula: `SUM(${letter(i)}2:${letter(i)}${row - 1})` } : {};
        return { value: column.sum(statement), style: style.boldWon, ...formula };
      });
      return rowXml(row, sums) + SHEET_END;
    },
  };
}

const plain = (value: string | bigint | null): Cell => ({
  value,
  style: typeof value === 'bigint' ? style.won : style.text,
});
const bold = (value: string): Cell => ({ value, style: style.boldText });
const header = (value: string): Cell => ({ value, style: style.header });

const SHEET_END = '</sheetData></worksheet>';

/** The start of a sheet; the first `frozenRows` rows stay visible while the others scroll. */
function sheetStart(widths: readonly number[], frozenRows: 0 | 1): string {
  const pane = `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>`;
  const cols = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`);
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${frozenRows ? pane : ''}</sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>`;
}

const rowXml = (row: number, cells: readonly Cell[]): string =>
  `<row r="${row}">${cells.map((cell, i) => cellXml(`${letter(i)}${row}`, cell)).join('')}</row>`;

function cellXml(at: string, cell: Cell): string {
  const { value } = cell;
  if (value === null) return '';
  const formula = cell.formula ? `<f>${cell.formula}</f>` : '';
  if (typeof value === 'bigint') return `<c r="${at}" s="${cell.style}">${formula}<v>${value}</v></c>`;
  if (cell.style === style.date) return `<c r="${at}" s="${cell.style}"><v>${daysBetween('1899-12-30', value)}</v></c>`;
  // A cell of type inlineStr is never executed as a formula, even if its text begins like one.
  return `<c r="${at}" s="${cell.style}" t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`;
}

/** The letter of a column. A statement has at most 26 columns, so one letter is enough. */
const letter = (index: number): string => String.fromCharCode(65 + index);

const escape = (text: string): string =>
  // XML 1.0 does not allow control characters, not even escaped.
  Array.from(text, (c) => (c < ' ' && c !== '\t' && c !== '\n' ? '\uFFFD' : c))
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const relations = (list: readonly (readonly [type: string, target: string])[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list
    .map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const override = (part: string, type: string): string =>
  `<Override PartName="${part}" ContentType="${TYPES}.${type}+xml"/>`;
const contentTypes = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/worksheets/sheet1.xml', 'worksheet')}${override('/xl/worksheets/sheet2.xml', 'worksheet')}${override('/xl/styles.xml', 'styles')}</Types>`;

const xf = (numFmt: number, font: number, fill: number): string =>
  `<xf numFmtId="${numFmt}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`;
const WON = 164;
const DATE = 165;
/** The styles of the workbook; cellXfs stand in the order of `style`. */
const styles = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="${WON}" formatCode="#,##0;\\-#,##0"/><numFmt numFmtId="${DATE}" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="10"/><name val="Malgun Gothic"/></font><font><b/><sz val="10"/><name val="Malgun Gothic"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8ECF4"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">${[xf(0, 0, 0), xf(0, 1, 2), xf(WON, 0, 0), xf(DATE, 0, 0), xf(WON, 1, 0), xf(0, 1, 0)].join('')}</cellXfs></styleSheet>`;
