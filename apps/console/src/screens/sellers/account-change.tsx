import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { useActor } from '../../api/session.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { State } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { accountChangeWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { sellerTexts } from './sellers.texts.js';

type Shown = Readonly<{ change: OutputOf<'getAccountChange'> }>;

/** One change of the account that a seller is paid to. */
export function AccountChange() {
  const changeId = useParam('changeId');
  const [l, t] = [useTexts(labels), useTexts(sellerTexts)];
  return (
    <Loaded of={useRead('getAccountChange', { input: { params: { changeId } } })}>
      {(change) => (
        <Page
          title={t.accountChange}
          lead={<State words={accountChangeWords} is={change.state} />}
          aside={<Decide change={change} />}
        >
          <Panel>
            <Facts
              facts={[
                [l.seller, <Id key="seller" id={change.sellerId} at={places.seller(change.sellerId)} />],
                [t.newAccount, `${t.accountOf(change.bankCode)}, ${change.accountNumber}`],
                [t.oldAccount, `${t.accountOf(change.previousBankCode)}, ${change.previousAccountNumber}`],
                change.refusalCode !== null && [t.refusal, change.refusalCode],
                [t.askedBy, change.askedBy],
                [t.askedAt, <Kst key="asked" at={change.askedAt} />],
                [t.takenAt, <Kst key="taken" at={change.takenAt} />],
                change.state === 'waiting' && [
                  t.payableFrom,
                  change.payableFrom === null ? t.onlyAPerson : <Kst key="from" at={change.payableFrom} />,
                ],
                [l.decidedBy, change.decidedBy],
                [l.decidedAt, <Kst key="decided" at={change.decidedAt} />],
                change.reason !== null && [l.reason, <bdi key="reason">{change.reason}</bdi>, 'wide'],
                [l.id, <Id key="id" id={change.changeId} />],
              ]}
            />
          </Panel>
        </Page>
      )}
    </Loaded>
  );
}

function Decide({ change: { changeId, state, askedBy } }: Shown) {
  const [l, t] = [useTexts(labels), useTexts(sellerTexts)];
  const isOwn = useActor() === askedBy;
  const decided = state === 'waiting' ? undefined : l.decidedAlready;
  const fields = [{ name: 'reason', kind: 'reason', label: l.reason }] as const;
  return (
    <>
      <ActionButton
        operation="confirmAccountChange"
        subject={changeId}
        label={t.confirm}
        tone="primary"
        text={<p>{t.confirmText}</p>}
        fields={fields}
        input={({ reason = '' }) => ({ params: { changeId }, body: { reason } })}
        unless={decided ?? (isOwn ? t.ownChange : undefined)}
      />
      <ActionButton
        operation="rejectAccountChange"
        subject={changeId}
        label={l.reject}
        tone="danger"
        text={<p>{t.rejectAccountText}</p>}
        fields={fields}
        input={({ reason = '' }) => ({ params: { changeId }, body: { reason } })}
        unless={decided}
      />
    </>
  );
}
