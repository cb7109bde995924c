import { Go } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Page } from '../../blocks/page.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { legalTexts } from './legal.texts.js';
import { bankFormatWords, coversWords } from './settings.words.js';
import { UploadStatement } from './upload-statement.js';

/** Statements of bank accounts, the latest uploaded first. */
export function BankStatementList() {
  const t = useTexts(legalTexts);
  return (
    <Page title={t.bank} aside={<UploadStatement />}>
      <ResourceList
        name="listBankStatements"
        label={t.bank}
        empty={t.bankEmpty}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'account',
            title: t.bankAccount,
            cell: (s) => <Go at={places.bankStatement(s.id)}>{s.bankAccount}</Go>,
          },
          { key: 'from', title: t.from, width: '8rem', cell: (s) => s.from },
          { key: 'to', title: t.to, width: '8rem', cell: (s) => s.to },
          { key: 'rows', title: t.rows, align: 'end', width: '6rem', cell: (s) => s.rows },
          { key: 'covers', title: t.covers, cell: (s) => <InWords words={coversWords} is={s.covers} /> },
          { key: 'format', title: t.format, cell: (s) => <InWords words={bankFormatWords} is={s.format} /> },
          { key: 'at', title: t.uploadedAt, width: '12rem', cell: (s) => <Kst at={s.uploadedAt} /> },
          { key: 'by', title: t.uploadedBy, cell: (s) => s.uploadedBy },
          { key: 'provider', title: t.providerAccount, isExtra: true, cell: (s) => s.account || '–' },
        ]}
        filters={[
          { key: 'bankAccount', label: t.bankAccount, kind: 'text' },
          { key: 'from', label: t.from, kind: 'date' },
          { key: 'to', label: t.to, kind: 'date' },
        ]}
      />
    </Page>
  );
}
