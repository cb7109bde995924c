import { daysBetween } from '@jeongsan/calendar';
import { archive } from './zip-archive.js';

/** The parts of a workbook (Office Open XML, ECMA-376 part 1) that documents of the platform need. */

// prettier-ignore
const style = { text: 0, header: 1, won: 2, date: 3, boldWon: 4, boldText: 5 } as const;
export type Cell = Readonly<{ value: string | bigint | null; style: number; formula?: string }>;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts of a workbook with these sheets, besides the sheets (xl/worksheets/sheet1.xml and so on). */
export function workbookParts(sheets: readonly string[]): [name: string, text: string][] {
  const list = sheets.map((name, i) => `<sheet name="${escape(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  return [
    ['[Content_Types].xml', contentTypes(sheets.length)],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const),
        ['styles', 'styles.xml'] as const,
      ]),
    ],
    ['xl/styles.xml', styles],
  ];
}

/** A text or a number; null: an empty cell. */
export const plain = (value: string | bigint | null): Cell => ({
  value,
  style: typeof value === 'bigint' ? style.won : style.text,
});
export const bold = (value: string): Cell => ({ value, style: style.boldText });
export const header = (value: string): Cell => ({ value, style: style.header });
/** A date, yyyy-MM-dd. */
export const dateCell = (value: string): Cell => ({ value, style: style.date });
/** A sum in bold; `formula` lets a spreadsheet compute the sum again. */
export const sumCell = (value: bigint, formula?: string): Cell => ({
  value,
  style: style.boldWon,
  ...(formula !== undefined && { formula }),
});

export const SHEET_END = '</sheetData></worksheet>';

/** The start of a sheet; the first `frozenRows` rows stay visible while the others scroll. */
export function sheetStart(widths: readonly number[], frozenRows: 0 | 1): string {
  const pane = `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>`;
  const cols = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`);
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${frozenRows ? pane : ''}</sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>`;
}

export const rowXml = (row: number, cells: readonly Cell[]): string =>
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

/** The letter of a column. Documents have at most 26 columns, so one letter is enough. */
export const letter = (index: number): string => String.fromCharCode(65 + index);

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
const contentTypes = (sheets: number): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}${Array.from({ length: sheets }, (_, i) => override(`/xl/worksheets/sheet${i + 1}.xml`, 'worksheet')).join('')}${override('/xl/styles.xml', 'styles')}</Types>`;

const xf = (numFmt: number, font: number, fill: number): string =>
  `<xf numFmtId="${numFmt}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`;
const WON = 164;
const DATE = 165;
/** The styles of the workbook; cellXfs stand in the order of `style`. */
const styles = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="${WON}" formatCode="#,##0;\\-#,##0"/><numFmt numFmtId="${DATE}" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="10"/><name val="Malgun Gothic"/></font><font><b/><sz val="10"/><name val="Malgun Gothic"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8ECF4"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">${[xf(0, 0, 0), xf(0, 1, 2), xf(WON, 0, 0), xf(DATE, 0, 0), xf(WON, 1, 0), xf(0, 1, 0)].join('')}</cellXfs></styleSheet>`;

export type Sheet = Readonly<{
  name: string;
  /** Of the columns, in characters. */
  widths: readonly number[];
  /** 1: the first row stays visible while the others scroll. */
  frozenRows: 0 | 1;
  rows: readonly (readonly Cell[])[];
}>;

/** A workbook of short sheets. The same sheets give the same bytes; `date` (yyyy-MM-dd) is the date of its parts. */
export async function* workbook(date: string, sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  const out = archive(date);
  for (const [name, text] of workbookParts(sheets.map(({ name }) => name))) out.whole(name, text);
  for (const [i, { widths, frozenRows, rows }] of sheets.entries()) {
    const text = rows.map((cells, at) => rowXml(at + 1, cells)).join('');
    out.whole(`xl/worksheets/sheet${i + 1}.xml`, `${sheetStart(widths, frozenRows)}${text}${SHEET_END}`);
  }
  out.finish();
  yield* out.take();
}
