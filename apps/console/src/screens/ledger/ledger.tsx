import { Page } from '../../blocks/page.js';
import { Parts } from '../../blocks/parts.js';
import { useTexts } from '../../texts/texts.js';
import { AccountBalance } from './account-balance.js';
import { EntryList } from './entry-list.js';
import { LedgerDays } from './ledger-days.js';
import { LedgerVerification } from './ledger-verification.js';
import { ledgerTexts } from './ledger.texts.js';
import { PostingList } from './posting-list.js';
import { TrialBalance } from './trial-balance.js';

/** The ledger of record, from the whole on one screen down to each entry. */
export function Ledger() {
  const t = useTexts(ledgerTexts);
  return (
    <Page title={t.title}>
      <Parts
        label={t.title}
        parts={[
          { key: 'trial', title: t.trial, of: () => <TrialBalance /> },
          { key: 'days', title: t.days, of: () => <LedgerDays /> },
          { key: 'postings', title: t.postings, of: () => <PostingList /> },
          { key: 'entries', title: t.entries, of: () => <EntryList /> },
          { key: 'balance', title: t.balance, of: () => <AccountBalance /> },
          { key: 'verify', title: t.verify, of: () => <LedgerVerification /> },
        ]}
      />
    </Page>
  );
}
