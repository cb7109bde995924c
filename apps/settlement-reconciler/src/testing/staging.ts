import type { DataSource } from 'typeorm';

/**
 * Everything that downloads stored, row by row as text. Ids of downloads are replaced by what they name, since a rolled back
 * transaction uses up an id. Sealed texts are left out, since each seal is another text, and so are states, which matching sets.
 */
export async function stagingOf(db: DataSource): Promise<string[]> {
  const named = `(select concat_ws('/', d.business_date, d.account, d.source, d.day, d.pass) from reconciliation.download d where d.id = x.download_id)`;
  const tables = [
    ...['transaction', 'settlement', 'page', 'unreadable_row', 'changed_row'].map(
      (table) =>
        `select '${table}', ${named}, to_jsonb(x) - '{download_id,state}'::text[] from reconciliation.${table} x`,
    ),
    `select 'raw_page', null, to_jsonb(x) - '{text_sealed,stored_at}'::text[] from reconciliation.raw_page x`,
    `select 'download', null, to_jsonb(x) - 'id' from reconciliation.download x`,
  ];
  const rows = await db.query<{ line: string }[]>(
    `select concat_ws(' ', kind, download, content) as line from (${tables.join(' union all ')}) as t(kind, download, content) order by 1`,
  );
  return rows.map(({ line }) => line);
}
