import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { InWords, State } from '../../blocks/state.js';
import { Sum } from '../../blocks/sum.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { TaxActions } from './tax-actions.js';
import { taxTexts } from './tax.texts.js';
import { directionWords, settledAsWords, taxKindWords, taxStateWords } from './tax.words.js';

export type Invoice = OutputOf<'getTaxInvoice'>;
type Shown = Readonly<{ invoice: Invoice }>;

/** One tax invoice, and how far it is. */
export function TaxInvoice() {
  const t = useTexts(taxTexts);
  const invoiceId = useParam('invoiceId');
  return (
    <Loaded of={useRead('getTaxInvoice', { input: { params: { invoiceId } } })}>
      {(invoice) => (
        <Page
          title={t.titleOf(invoice.sellerId, invoice.month)}
          lead={<State words={taxStateWords} is={invoice.state} />}
          aside={<TaxActions invoice={invoice} />}
        >
          <About invoice={invoice} />
          <Amounts invoice={invoice} />
        </Page>
      )}
    </Loaded>
  );
}

function About({ invoice }: Shown) {
  const t = useTexts(taxTexts);
  const { sellerId, month, settledAs } = invoice;
  return (
    <Panel>
      <Facts
        facts={[
          [t.seller, <Id key="seller" id={sellerId} at={places.seller(sellerId)} />],
          [
            t.contact,
            <Go key="statements" at={places.monthlyStatement(month, sellerId)}>
              {month}
            </Go>,
          ],
          [t.direction, <InWords key="direction" words={directionWords} is={invoice.direction} />],
          [t.kind, <InWords key="kind" words={taxKindWords} is={invoice.kind} />],
          settledAs !== null && [t.settledAs, <InWords key="as" words={settledAsWords} is={settledAs} />],
          [t.issueBy, invoice.late ? <strong key="by">{`${invoice.issueBy} · ${t.late}`}</strong> : invoice.issueBy],
          [t.reference, <Id key="reference" id={invoice.externalReference} />],
          [t.draftedAt, <Kst key="drafted" at={invoice.draftedAt} />],
          [t.issuedAt, <Kst key="issued" at={invoice.issuedAt} />],
          [t.sentAt, <Kst key="sent" at={invoice.sentAt} />],
          invoice.canceledAt !== null && [t.canceledAt, <Kst key="canceled" at={invoice.canceledAt} />],
          invoice.cancelReason !== null && [t.cancelReason, <bdi key="why">{invoice.cancelReason}</bdi>],
          [t.id, <Id key="id" id={invoice.id} />],
        ]}
      />
    </Panel>
  );
}

function Amounts({ invoice: { direction, commission, fees, settled, supply, vat, total } }: Shown) {
  const t = useTexts(taxTexts);
  return (
    <>
      {direction === 'DIRECT' ? (
        <Panel title={t.supplyOf}>
          <Sum
            caption={t.supplyOf}
            total={supply}
            totalLabel={t.supply}
            parts={[
              { key: 'commission', label: t.commission, won: commission },
              { key: 'fees', label: t.fees, won: fees },
            ]}
          />
        </Panel>
      ) : (
        <Panel>
          <Facts facts={[[t.settled, <Money key="settled" won={settled} />]]} />
        </Panel>
      )}
      <Panel title={t.amounts}>
        <Sum
          caption={t.amounts}
          total={total}
          totalLabel={t.total}
          parts={[
            { key: 'supply', label: t.supply, won: supply },
            { key: 'vat', label: t.vat, won: vat },
          ]}
        />
      </Panel>
    </>
  );
}
