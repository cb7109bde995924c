import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { useTexts } from '../../texts/texts.js';
import { legalTexts } from './legal.texts.js';
import { bankFormatWords, bankRowWords, coversWords } from './settings.words.js';

/** One statement of a bank account, and its rows. */
export function BankStatement() {
  const t = useTexts(legalTexts);
  const params = { statementId: useParam('statementId') };
  return (
    <Loaded of={useRead('getBankStatement', { input: { params } })}>
      {(statement) => (
        <Page title={`${statement.bankAccount}, ${statement.from} – ${statement.to}`}>
          <Panel>
            <Facts
              facts={[
                [t.providerAccount, statement.account || '–'],
                [t.covers, <InWords key="covers" words={coversWords} is={statement.covers} />],
                [t.format, <InWords key="format" words={bankFormatWords} is={statement.format} />],
                [t.uploadedBy, statement.uploadedBy],
                [t.uploadedAt, <Kst key="at" at={statement.uploadedAt} />],
                [t.rows, statement.rows],
                [t.hash, <Id key="hash" id={statement.contentHash} />, 'wide'],
              ]}
            />
          </Panel>
          <Panel title={t.rows}>
            <ResourceList
              name="listBankRows"
              input={{ params }}
              label={t.rows}
              empty={t.rowsEmpty}
              idOf={({ id }) => id}
              columns={[
                { key: 'position', title: t.position, width: '5rem', cell: (row) => row.position },
                { key: 'day', title: t.day, width: '8rem', cell: (row) => row.day },
                {
                  key: 'amount',
                  title: t.amount,
                  align: 'end',
                  cell: (row) => <Money won={row.amount} currency={row.currency} />,
                },
                { key: 'kind', title: t.kind, cell: (row) => <InWords words={bankRowWords} is={row.kind} /> },
                { key: 'counterparty', title: t.counterparty, cell: (row) => <bdi>{row.counterparty ?? '–'}</bdi> },
                {
                  key: 'memo',
                  title: t.memo,
                  width: 'minmax(12rem, 2fr)',
                  cell: (row) => <bdi>{row.memo ?? '–'}</bdi>,
                },
                { key: 'reference', title: t.reference, cell: (row) => <Id id={row.reference} /> },
                { key: 'id', title: t.id, isExtra: true, cell: (row) => <Id id={row.id} /> },
              ]}
            />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}
