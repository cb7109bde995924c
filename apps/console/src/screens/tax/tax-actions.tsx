import { ActionButton } from '../../blocks/action-button/action-button.js';
import { useTexts } from '../../texts/texts.js';
import type { Invoice } from './tax-invoice.js';
import { taxTexts } from './tax.texts.js';

const cancelable: readonly Invoice['state'][] = ['drafted', 'issued'];

/** What can be recorded about a tax invoice. */
export function TaxActions({ invoice: { id, state } }: Readonly<{ invoice: Invoice }>) {
  const t = useTexts(taxTexts);
  const params = { invoiceId: id };
  return (
    <>
      <ActionButton
        operation="issueTaxInvoice"
        subject={id}
        label={t.issue}
        tone="primary"
        text={<p>{t.issueText}</p>}
        fields={[{ name: 'externalReference', kind: 'text', label: t.reference, hint: t.referenceHint }]}
        input={({ externalReference = '' }) => ({ params, body: { externalReference: externalReference.trim() } })}
        unless={state === 'drafted' ? undefined : t.issueState}
      />
      <ActionButton
        operation="sendTaxInvoice"
        subject={id}
        label={t.send}
        text={<p>{t.sendText}</p>}
        input={() => ({ params, body: {} })}
        unless={state === 'issued' ? undefined : t.sendState}
      />
      <ActionButton
        operation="cancelTaxInvoice"
        subject={id}
        label={t.cancel}
        tone="danger"
        text={<p>{t.cancelText}</p>}
        fields={[{ name: 'reason', kind: 'reason', label: t.reason }]}
        input={({ reason = '' }) => ({ params, body: { reason } })}
        unless={cancelable.includes(state) ? undefined : t.cancelState}
      />
    </>
  );
}
