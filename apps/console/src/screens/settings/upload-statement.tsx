import { useRef } from 'react';
import type { InputOf } from '../../api/names.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { typed } from '../../blocks/action-button/action.js';
import { contentOf } from '../../blocks/file-choice.js';
import { useTexts } from '../../texts/texts.js';
import { legalTexts } from './legal.texts.js';
import { bankFormatWords, coversWords } from './settings.words.js';

type Body = InputOf<'importBankStatement'>['body'];

/** Takes a file of a bank, with what the comparison needs to know about it. */
export function UploadStatement() {
  const t = useTexts(legalTexts);
  const file = useRef<File | null>(null);
  return (
    <ActionButton
      operation="importBankStatement"
      subject="new"
      label={t.upload}
      tone="primary"
      file={{ label: t.fileOf, placeholder: t.needed, accept: '.csv,.xml,.txt,.053', file }}
      fields={[
        { name: 'bankAccount', kind: 'text', label: t.bankAccount, hint: t.bankAccountHint },
        { name: 'format', kind: 'choice', label: t.format, words: bankFormatWords, initial: 'csv' },
        { name: 'covers', kind: 'choice', label: t.covers, words: coversWords, initial: 'both' },
        { name: 'account', kind: 'text', label: t.providerAccount, hint: t.providerAccountHint, isOptional: true },
        { name: 'from', kind: 'date', label: t.from, hint: t.periodHint, isOptional: true },
        { name: 'to', kind: 'date', label: t.to, hint: t.periodHint, isOptional: true },
        { name: 'provider', kind: 'text', label: t.provider, hint: t.providerHint, isOptional: true },
        { name: 'payouts', kind: 'text', label: t.payouts, hint: t.payoutsHint, isOptional: true },
      ]}
      input={async (values) => ({
        body: {
          bankAccount: values['bankAccount']?.trim() ?? '',
          account: values['account']?.trim() ?? '',
          format: values['format'] as Body['format'],
          covers: values['covers'] as Body['covers'],
          content: await contentOf(file),
          from: typed(values['from']),
          to: typed(values['to']),
          provider: typed(values['provider']),
          payouts: typed(values['payouts']),
        },
      })}
      result={({ rows }) => <p>{t.uploaded(rows)}</p>}
    />
  );
}
