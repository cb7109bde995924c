import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { State } from '../../blocks/state.js';
import { Sum } from '../../blocks/sum.js';
import { Timeline } from '../../blocks/timeline.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { cancelAllocationWords, cancelStateWords } from '../../texts/order-words.js';
import { useTexts } from '../../texts/texts.js';
import { TAKEN_TEXT, takenTyped } from './line-texts.js';
import { orderTexts } from './orders.texts.js';

type Shown = Readonly<{ cancel: OutputOf<'getCancel'> }>;
type Parts = OutputOf<'getCancel'>['history'][number]['before'];

const textOf = (parts: Parts): string => parts.map(({ lineId, amount }) => `${lineId}: ${amount}`).join(', ');

/** One cancel: what it takes from which line, and every decision about that. */
export function Cancel() {
  const cancelId = useParam('cancelId');
  return (
    <Loaded of={useRead('getCancel', { input: { params: { cancelId } } })}>
      {(cancel) => <CancelShown cancel={cancel} />}
    </Loaded>
  );
}

function CancelShown({ cancel }: Shown) {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  return (
    <Page
      title={t.cancel}
      lead={<State words={cancelStateWords} is={cancel.state} />}
      aside={<Allocate cancel={cancel} />}
    >
      <Panel title={t.cancelParts} aside={<State words={cancelAllocationWords} is={cancel.allocation} />}>
        <Sum
          caption={t.cancelParts}
          parts={cancel.lines.map(({ lineId, sellerId, amount }) => ({
            key: lineId,
            label: t.lineOf(lineId),
            note: sellerId,
            won: amount,
            opens: places.order(cancel.orderId),
          }))}
          total={cancel.amount}
        />
        <Facts
          facts={[
            [l.order, <Id key="order" id={cancel.orderId} at={places.order(cancel.orderId)} />],
            [l.payment, <Id key="payment" id={cancel.paymentKey} at={places.payment(cancel.paymentKey)} />],
            [t.requestedAt, <Kst key="asked" at={cancel.requestedAt} />],
            [t.canceledAt, <Kst key="done" at={cancel.canceledAt} />],
            [l.id, <Id key="id" id={cancel.cancelId} />],
          ]}
        />
      </Panel>
      {cancel.history.length === 0 ? null : (
        <Panel title={t.allocationHistory}>
          <Timeline
            moments={cancel.history.map(({ id, allocatedAt, allocatedBy, reason, before, after }) => ({
              key: id,
              at: allocatedAt,
              title: allocatedBy,
              text: (
                <>
                  <bdi>{reason}</bdi>
                  <div>
                    {t.beforeAfter}: {textOf(before)} → {textOf(after)}
                  </div>
                </>
              ),
            }))}
          />
        </Panel>
      )}
    </Page>
  );
}

function Allocate({ cancel: { cancelId, state, lines } }: Shown) {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  return (
    <ActionButton
      operation="allocateCancel"
      subject={cancelId}
      label={t.allocateCancel}
      tone="primary"
      text={<p>{t.allocateCancelText}</p>}
      fields={[
        {
          name: 'lines',
          kind: 'long',
          label: t.lines,
          hint: t.allocateLinesHint,
          pattern: TAKEN_TEXT,
          initial: lines.map(({ lineId, amount }) => `${lineId}; ${amount}`).join('\n'),
        },
        { name: 'reason', kind: 'reason', label: l.reason },
      ]}
      input={({ lines: text = '', reason = '' }) => ({
        params: { cancelId },
        body: { lines: takenTyped(text), reason },
      })}
      unless={state === 'done' ? undefined : t.notDone}
    />
  );
}
