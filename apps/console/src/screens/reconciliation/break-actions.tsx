import { counterAccounts, waysOf } from 'virtual:break-classes';
import { formatAmount } from '@jeongsan/money';
import type { ResolutionWay } from '@jeongsan/platform-contract';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { type Field, typed, wonTyped } from '../../blocks/action-button/action.js';
import type { InputOf } from '../../api/names.js';
import { useTexts } from '../../texts/texts.js';
import type { BreakDetail } from './break.js';
import { reconciliationTexts } from './reconciliation.texts.js';

const openStates: readonly BreakDetail['state'][] = ['OPEN', 'ASSIGNED', 'REOPENED'];
const settledStates: readonly BreakDetail['state'][] = ['EXPLAINED', 'ADJUSTED', 'FORCED'];
type Account = InputOf<'adjustBreak'>['body']['counterAccount'];
const accountWords = Object.fromEntries(counterAccounts.map((account) => [account, [account, account]] as const));
const isAccount = (text: string): text is Account => counterAccounts.some((account) => account === text);

/** What a person can do about a break. */
export function BreakActions({ found }: Readonly<{ found: BreakDetail }>) {
  const t = useTexts(reconciliationTexts);
  const params = { breakId: found.id };
  const isOpen = openStates.includes(found.state);
  const inMinor = found.currency === 'KRW' ? '' : ` ${t.gainMinor(formatAmount(12_345n, found.currency))}`;
  const hasProposal = found.decisions.some(({ state }) => state === 'proposed');
  const unless = (way: ResolutionWay) => {
    if (!isOpen) return t.notOpen;
    if (hasProposal) return t.decisionOpen;
    return waysOf[found.class].includes(way) ? undefined : t.notThisWay;
  };
  const unlessSettled = () => {
    if (!settledStates.includes(found.state)) return t.notSettled;
    return hasProposal ? t.decisionOpen : undefined;
  };
  const why: readonly Field[] = [
    { name: 'reason', kind: 'reason', label: t.reason },
    { name: 'note', kind: 'long', label: t.note, hint: t.noteHint, isOptional: true },
  ];
  return (
    <>
      <ActionButton
        operation="explainBreak"
        subject={found.id}
        label={t.explain}
        tone="primary"
        text={<p>{t.explainText}</p>}
        fields={why}
        input={({ reason = '', note }) => ({ params, body: { reason, note: typed(note) } })}
        unless={unless('expect')}
      />
      <ActionButton
        operation="adjustBreak"
        subject={found.id}
        label={t.adjust}
        text={<p>{t.adjustText}</p>}
        fields={[
          { name: 'counterAccount', kind: 'choice', label: t.counter, words: accountWords },
          { name: 'gain', kind: 'won', label: t.gain, hint: t.gainHint + inMinor, isOptional: true },
          ...why,
        ]}
        input={({ counterAccount = '', gain, reason = '', note }) => ({
          params,
          body: {
            counterAccount: isAccount(counterAccount) ? counterAccount : 'platform:adjustments',
            gain: wonTyped(gain),
            reason,
            note: typed(note),
          },
        })}
        unless={unless('adjust')}
      />
      <ActionButton
        operation="forceBreak"
        subject={found.id}
        label={t.force}
        text={<p>{t.forceText}</p>}
        fields={[{ name: 'key', kind: 'text', label: t.key }, ...why]}
        input={({ key = '', reason = '', note }) => ({ params, body: { key: key.trim(), reason, note: typed(note) } })}
        unless={unless('force')}
      />
      <ActionButton
        operation="reopenBreak"
        subject={found.id}
        label={t.reopen}
        text={<p>{t.reopenText}</p>}
        fields={why}
        input={({ reason = '', note }) => ({ params, body: { reason, note: typed(note) } })}
        unless={unlessSettled()}
      />
      <Owner found={found} isOpen={isOpen} />
    </>
  );
}

function Owner({ found, isOpen }: Readonly<{ found: BreakDetail; isOpen: boolean }>) {
  const t = useTexts(reconciliationTexts);
  const params = { breakId: found.id };
  const remark: Field = { name: 'remark', kind: 'reason', label: t.remark, isOptional: true };
  return (
    <>
      <ActionButton
        operation="assignBreak"
        subject={found.id}
        label={t.assign}
        text={<p>{t.assignText}</p>}
        fields={[{ name: 'owner', kind: 'text', label: t.owner, hint: t.ownerHint, isOptional: true }, remark]}
        input={({ owner, remark: text }) => ({ params, body: { owner: typed(owner), remark: typed(text) } })}
        unless={isOpen ? undefined : t.notOpen}
      />
      <ActionButton
        operation="unassignBreak"
        subject={found.id}
        label={t.unassign}
        fields={[remark]}
        input={({ remark: text }) => ({ params, body: { remark: typed(text) } })}
        unless={isOpen && found.owner !== null ? undefined : t.noOwner}
      />
      <ActionButton
        operation="commentBreak"
        subject={found.id}
        label={t.comment}
        fields={[{ name: 'remark', kind: 'long', label: t.remark }]}
        input={({ remark: text = '' }) => ({ params, body: { remark: text.trim() } })}
      />
    </>
  );
}
