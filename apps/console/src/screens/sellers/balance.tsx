import { Alert, Text } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { instantTyped, KOREAN_TIME } from '../../blocks/action-button/action.js';
import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { Plain } from '../../blocks/plain-table.js';
import { Filters } from '../../blocks/resource-list/filters.js';
import { InWords } from '../../blocks/state.js';
import { Sum } from '../../blocks/sum.js';
import { useAddress } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { wonOf } from '../../texts/amounts.js';
import { useLanguage } from '../../texts/language.js';
import { labels } from '../../texts/labels.js';
import { accountWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import type { SellerShown } from './seller.js';
import { sellerTexts } from './sellers.texts.js';

type Explained = Readonly<{ balance: OutputOf<'explainSellerBalance'> }>;

/** The accounts of the seller at an instant: what they are made of, and what is expected when. */
export function Balance({ seller: { sellerId } }: SellerShown) {
  const t = useTexts(sellerTexts);
  const { language: lang } = useLanguage();
  const [{ at = '' }] = useAddress();
  const query = { lang, audience: 'operator' as const, ...(KOREAN_TIME.test(at) && { at: instantTyped(at) ?? '' }) };
  const balance = useRead('explainSellerBalance', { input: { params: { sellerId }, query } });
  return (
    <>
      <div>
        <Filters label={t.at} filters={[{ key: 'at', label: t.at, kind: 'text' }]} />
        <Text size="sm" c="dimmed">
          {t.atHint}
        </Text>
      </div>
      <Loaded of={balance}>
        {(data) => (
          <>
            <Text>
              {t.at} <Kst at={data.at} />
            </Text>
            {wonOf(data.unexplained) === 0n ? null : (
              <Alert color="red" title={t.unexplained}>
                <Money won={data.unexplained} />
              </Alert>
            )}
            <Expected balance={data} />
            <Accounts balance={data} />
            <Holds balance={data} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Expected({ balance: { expected } }: Explained) {
  const [l, t] = [useTexts(labels), useTexts(sellerTexts)];
  return (
    <Panel title={t.expected}>
      {expected.length === 0 ? <Text>{t.noExpected}</Text> : null}
      {expected.length === 0 ? null : (
        <Plain
          caption={t.expected}
          heads={[
            { text: t.expectedOn },
            { text: l.amount, align: 'end' },
            { text: t.account },
            { text: l.count, align: 'end' },
            { text: l.reason },
          ]}
          rows={expected.map(({ account, statementDate, amount, count, reason }) => ({
            key: `${account} ${reason.code} ${statementDate ?? ''}`,
            cells: [
              statementDate ?? t.dateUnknown,
              <Money key="won" won={amount} />,
              <InWords key="account" words={accountWords} is={account} />,
              count,
              reason.text,
            ],
          }))}
        />
      )}
    </Panel>
  );
}

function Accounts({ balance: { sellerId, accounts } }: Explained) {
  const t = useTexts(sellerTexts);
  return accounts
    .filter(({ consistsOf }) => consistsOf.length > 0)
    .map(({ account, balance, consistsOf }) => (
      <Panel
        key={account}
        title={<InWords words={accountWords} is={account} />}
        aside={<Go at={places.entries({ account: `seller:${sellerId}:${account}` })}>{t.entries}</Go>}
      >
        <Sum
          caption={t.consistsOf}
          parts={consistsOf.map(({ template, amount, postings }) => ({
            key: template,
            label: template,
            note: t.postings(postings),
            won: amount,
            opens: places.entries({ account: `seller:${sellerId}:${account}` }),
          }))}
          totalLabel={t.accountBalance}
          total={balance}
        />
      </Panel>
    ));
}

function Holds({ balance: { holds } }: Explained) {
  const t = useTexts(sellerTexts);
  if (holds.length === 0) return null;
  return (
    <Panel title={t.holdsInForce}>
      <ul>
        {holds.map(({ holdId, reason }) => (
          <li key={holdId}>
            {reason.text} <Id id={holdId} at={places.hold(holdId)} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
