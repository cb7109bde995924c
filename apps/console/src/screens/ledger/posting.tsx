import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Go, Id } from '../../blocks/go.js';
import { Grid } from '../../blocks/grid.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { State } from '../../blocks/state.js';
import { Sum } from '../../blocks/sum.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { placeOfAccount } from './accounts.js';
import { ledgerTexts } from './ledger.texts.js';
import { ledgerMonthWords } from './ledger.words.js';

type PostingView = OutputOf<'getLedgerPosting'>;

/** One posting with its debits and credits. */
export function Posting() {
  const t = useTexts(ledgerTexts);
  const postingId = useParam('postingId');
  return (
    <Loaded of={useRead('getLedgerPosting', { input: { params: { postingId } } })}>
      {(posting) => (
        <Page title={t.postingOf(posting.id)} lead={posting.about}>
          <Panel>
            <Facts
              facts={[
                [
                  t.template,
                  <Go key="template" at={places.postings({ template: posting.template })}>
                    {posting.template}
                  </Go>,
                ],
                [t.effective, <Kst key="effective" at={posting.effectiveAt} seconds />],
                [t.created, <Kst key="created" at={posting.createdAt} seconds />],
                [t.month, <State key="month" words={ledgerMonthWords} is={posting.month} />],
                [t.key, <Id key="key" id={posting.key} at={places.postings({ key: posting.key })} />, 'wide'],
              ]}
            />
          </Panel>
          <Panel title={t.legs}>
            <Legs posting={posting} />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}

function Legs({ posting: { legs } }: Readonly<{ posting: PostingView }>) {
  const t = useTexts(ledgerTexts);
  if (legs.every(({ currency }) => currency === 'KRW'))
    return (
      <Sum
        caption={t.legs}
        total={0}
        totalLabel={t.zero}
        parts={legs.map(({ id, account, currency, amount }) => ({
          key: id,
          label: <Go at={placeOfAccount(account, currency)}>{account}</Go>,
          won: amount,
          opens: places.entry(id),
        }))}
      />
    );
  return (
    <Grid
      caption={t.legs}
      items={legs}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t.account,
          cell: ({ account, currency }) => <Go at={placeOfAccount(account, currency)}>{account}</Go>,
        },
        {
          title: t.amount,
          align: 'end',
          cell: ({ id, amount, currency }) => (
            <Go at={places.entry(id)}>
              <Money won={amount} currency={currency} />
            </Go>
          ),
        },
      ]}
    />
  );
}
