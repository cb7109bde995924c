import { parse } from 'csv-parse/sync';
import { csvRow } from '@jeongsan/http-contract';
import type { Person, ReconcilerWorld, Reply } from './reconciler-world.js';

export type SheetRow = Record<string, string>;

/** A spreadsheet with these cells, as a JSON body. The columns are those of the first row. */
export const bodyOf = (rows: readonly SheetRow[]): { content: string } => {
  const columns = Object.keys(rows[0] ?? {});
  return encoded([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map(csvRow).join(''));
};
export const encoded = (file: string | Buffer): { content: string } => ({
  content: Buffer.from(file).toString('base64'),
});

/** The rows of the spreadsheet of breaks that the filters name. */
export async function sheetOf(world: ReconcilerWorld, who: Person, filters: string): Promise<SheetRow[]> {
  return parse(await world.download(who, `/reconciliation/breaks/sheet?${filters}`), { bom: true, columns: true });
}

type Outcome = Readonly<{ outcome: string; code: string | null; detail: string | null }>;
export type SheetRowView = Readonly<{
  row: number;
  breakId: string;
  verb: string;
  preview: Outcome;
  result: Outcome | null;
}>;

export const rowsOf = async (world: ReconcilerWorld, sheetId: unknown, query = ''): Promise<SheetRowView[]> =>
  (await world.call('viewer', 'GET', `/reconciliation/break-sheets/${String(sheetId)}/rows?limit=1000${query}`)).json
    .items as unknown as SheetRowView[];

const paths = { breaks: '/reconciliation/break-sheets', decisions: '/reconciliation/break-decision-sheets' } as const;
export type Kind = keyof typeof paths;

export const preview = (
  world: ReconcilerWorld,
  who: Person,
  rows: readonly SheetRow[],
  kind: Kind = 'breaks',
): Promise<Reply> => world.call(who, 'POST', paths[kind], bodyOf(rows));
export const apply = (
  world: ReconcilerWorld,
  who: Person,
  sheetId: unknown,
  kind: Kind = 'breaks',
  key?: string,
): Promise<Reply> => world.call(who, 'POST', `${paths[kind]}/${String(sheetId)}/apply`, undefined, key);
