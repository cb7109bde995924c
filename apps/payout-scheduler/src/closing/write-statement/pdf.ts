import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { groupedWon } from '@jeongsan/money';
import type { DocumentLanguage, StatementLine } from '@jeongsan/platform-contract';
import { statedNames } from '@jeongsan/settlement';
import type { Paper } from './paper.js';
import { type Column, columns, headRows, kindWords, payoutWords, words } from './statement-words.js';

const FONT = '@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf';
const GLYPH_HEADER_BYTES = 10;
let font: Buffer | undefined;

/**
 * Reads NanumGothic (SIL Open Font License 1.1) once; a document embeds only the glyphs it uses. Bytes are appended,
 * because the font's last glyph (the empty space) ends the file and fontkit reads a header beyond it.
 */
const fontBytes = (): Buffer =>
  (font ??= Buffer.concat([
    readFileSync(createRequire(import.meta.url).resolve(FONT)),
    Buffer.alloc(GLYPH_HEADER_BYTES),
  ]));

// Sizes in points. A4 in landscape is 842 by 595.
const MARGIN = 30;
const WIDTH = 842 - 2 * MARGIN;
const TOP = 70;
const ROW = 13;
const SIZE = 8;
const ROWS_PER_PAGE = 36;
const PAYOUTS_MAX = 12;

type Placed = Readonly<{ column: Column; x: number; width: number }>;
/** The charges share their width: the more there are, the narrower each is. The first takes what is left over. */
const CHARGES = 172;
const chargeWidth = Math.min(56, Math.floor(CHARGES / statedNames.length));
const chargeWidths = statedNames.map((name, i): readonly [Column, number] => [
  columns[name],
  i === 0 ? CHARGES - chargeWidth * (statedNames.length - 1) : chargeWidth,
]);
/** A line of an order shows the order; an adjustment by hand has none, and shows its reason. */
const orderOrReason: Column = { ...columns.orderId, of: ({ orderId, reason }) => orderId ?? reason };
/** A page has no room for the sentence: the column's title says what the month is. */
const correctedMonth: Column = { ...columns.corrects, title: words.correctedMonth, of: ({ corrects }) => corrects };
// prettier-ignore
const table: readonly Placed[] = placed([
  [columns.date, 50], [columns.kind, 62], [orderOrReason, 108], [columns.lineId, 46], [columns.category, 50], [correctedMonth, 42],
  [columns.gross, 62], [columns.discountShare, 60], ...chargeWidths, [columns.net, 65], [columns.amount, 65],
]);
const sumNames = ['gross', 'taxFree', 'discountShare', ...statedNames, 'net', 'amount'] as const;
const SUMS_FROM = MARGIN + 140;
const SUM_WIDTH = Math.min(90, Math.floor((MARGIN + WIDTH - SUMS_FROM) / sumNames.length));

/**
 * Prints a statement: totals first, then the lines. Pages are written as they are filled, so memory does not grow with
 * the lines. The number of pages is computed from the number of lines.
 */
export async function* statementPdf(
  statement: Paper,
  pages: AsyncIterable<readonly StatementLine[]>,
  lang: DocumentLanguage,
): AsyncGenerator<Uint8Array> {
  const doc = await openDocument(statement, lang);
  const pageCount = 1 + Math.ceil(statement.lineCount / ROWS_PER_PAGE);
  let page = 0;
  const nextPage = (): void => {
    page += 1;
    doc.addPage();
    pageFrame(doc, statement, lang, `${page} / ${pageCount}`);
  };
  nextPage();
  drawSummary(doc, statement, lang);
  let row = 0;
  for await (const lines of pages) {
    for (const line of lines) {
      if (row % ROWS_PER_PAGE === 0) {
        // A page takes about 20 ms of computing: other work of the process runs between two pages.
        await setImmediate();
        nextPage();
        drawNames(doc, lang);
      }
      drawLine(doc, line, lang, TOP + ROW * (1 + (row % ROWS_PER_PAGE)));
      row += 1;
    }
    yield* written(doc);
  }
  doc.end();
  for await (const chunk of doc) yield chunk as Uint8Array;
}

async function openDocument(statement: Paper, lang: DocumentLanguage): Promise<PDFKit.PDFDocument> {
  // Loaded with the first document: until then it would be a tenth of the memory of the service.
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
    autoFirstPage: false,
    // The cache of word layouts is off: most words never repeat, and the cache would be most of a long statement's
    // memory.
    fontLayoutCache: false,
    lang: lang === 'ko' ? 'ko-KR' : 'en',
    info: {
      Title: `${statement.title[lang]} ${statement.sellerId} ${statement.businessDate}`,
      CreationDate: statement.period.until,
    },
  });
  return doc.font(fontBytes()).fontSize(SIZE);
}

/** The bytes that the document has ready: full pages are passed on as they are finished, so that memory stays small. */
function* written(doc: PDFKit.PDFDocument): Generator<Uint8Array> {
  for (let chunk = doc.read() as Uint8Array | null; chunk !== null; chunk = doc.read() as Uint8Array | null)
    yield chunk;
}

function pageFrame(doc: PDFKit.PDFDocument, statement: Paper, lang: DocumentLanguage, number: string): void {
  doc.fontSize(14);
  put(doc, statement.title[lang], MARGIN, MARGIN);
  doc.fontSize(SIZE);
  const who = `${words.seller[lang]} ${statement.sellerId}   ${words.businessDate[lang]} ${statement.businessDate}`;
  put(doc, fit(who, WIDTH - 200), MARGIN, MARGIN + 20);
  putRight(doc, number, MARGIN, MARGIN + 20, WIDTH);
  rule(doc, MARGIN + 32);
}

function drawSummary(doc: PDFKit.PDFDocument, statement: Paper, lang: DocumentLanguage): void {
  let y = TOP;
  const line = (cells: readonly (readonly [text: string | bigint, x: number, width: number])[]): void => {
    for (const [value, x, width] of cells) {
      if (typeof value === 'bigint') putRight(doc, groupedWon(value), x, y, width);
      else put(doc, fit(value, width), x, y);
    }
    y += ROW;
  };
  for (const [name, value] of headRows(statement, lang)) {
    line([
      [name, MARGIN, 120],
      [typeof value === 'bigint' ? `${groupedWon(value)}` : value, MARGIN + 120, 400],
    ]);
  }
  y += ROW;
  const sums = sumNames.map((name) => columns[name]);
  const [at, width] = [(i: number): number => SUMS_FROM + i * SUM_WIDTH, SUM_WIDTH - 10];
  putRight(doc, words.count[lang], MARGIN + 90, y, 40);
  for (const [i, column] of sums.entries()) putRight(doc, fit(column.title[lang], width), at(i), y, width);
  line([[words.lines[lang], MARGIN, 80]]);
  rule(doc, y - 2);
  for (const total of statement.totals) {
    line([
      [kindWords[total.kind][lang], MARGIN, 80],
      [BigInt(total.count), MARGIN + 90, 40],
      ...sumNames.map((name, i) => [total[name], at(i), width] as const),
    ]);
  }
  rule(doc, y - 2);
  line([
    [words.total[lang], MARGIN, 80],
    ...sums.map((column, i) => [column.sum?.(statement) ?? '', at(i), width] as const),
  ]);
  if (statement.payouts.length === 0) return;
  y += ROW;
  line([[words.payouts[lang], MARGIN, 200]]);
  rule(doc, y - 2);
  for (const payout of statement.payouts.slice(0, PAYOUTS_MAX)) {
    line([
      [payout.id, MARGIN, 220],
      [payoutWords[payout.state][lang], MARGIN + 230, 80],
      [payout.payoutDate ?? '', MARGIN + 320, 70],
      [payout.amount, MARGIN + 400, 100],
    ]);
  }
  if (statement.payouts.length > PAYOUTS_MAX) line([[`+ ${statement.payouts.length - PAYOUTS_MAX}`, MARGIN, 100]]);
}

function drawNames(doc: PDFKit.PDFDocument, lang: DocumentLanguage): void {
  for (const { column, x, width } of table) {
    const name = fit(column.title[lang], width);
    if (column.kind === 'won') putRight(doc, name, x, TOP - 2, width);
    else put(doc, name, x, TOP - 2);
  }
  rule(doc, TOP + ROW - 4);
}

function drawLine(doc: PDFKit.PDFDocument, line: StatementLine, lang: DocumentLanguage, y: number): void {
  for (const { column, x, width } of table) {
    const value = column.of(line, lang);
    if (typeof value === 'bigint') putRight(doc, groupedWon(value), x, y, width);
    else if (value !== null) put(doc, fit(value, width - 4), x, y);
  }
}

const put = (doc: PDFKit.PDFDocument, text: string, x: number, y: number): void =>
  void doc.text(text, x, y, { lineBreak: false });
const putRight = (doc: PDFKit.PDFDocument, text: string, x: number, y: number, width: number): void =>
  put(doc, text, x + width - doc.widthOfString(text), y);
const rule = (doc: PDFKit.PDFDocument, y: number): void =>
  void doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .stroke();

function placed(list: readonly (readonly [Column, number])[]): Placed[] {
  let x = MARGIN;
  return list.map(([column, width]) => {
    x += width;
    return { column, width, x: x - width };
  });
}

/**
 * The part of a text that fits into `width`, by the largest possible width of each glyph: Hangul and similar glyphs
 * fill a square.
 */
function fit(text: string, width: number): string {
  const plain = text.replace(/[\u0000-\u001f\u007f]/g, ' ');
  let left = width;
  for (let i = 0; i < plain.length; i += 1) {
    left -= SIZE * glyphWidth(plain.charCodeAt(i));
    if (left < 0) return `${plain.slice(0, Math.max(0, i - 1))}…`;
  }
  return plain;
}

/** The width of a glyph relative to the font size: digits and hyphens (dates, numbers) are narrower than letters. */
function glyphWidth(code: number): number {
  if (code >= 0x1100) return 1;
  if (code === 0x2d) return 0.45;
  return code >= 0x30 && code <= 0x39 ? 0.58 : 0.62;
}
