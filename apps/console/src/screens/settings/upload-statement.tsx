import { FileInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { InputOf } from '../../api/names.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { typed } from '../../blocks/action-button/action.js';
import { useTexts } from '../../texts/texts.js';
import { base64Of } from '../../api/base64-of.js';
import { legalTexts } from './legal.texts.js';
import { bankFormatWords, coversWords } from './settings.words.js';

type Body = InputOf<'importBankStatement'>['body'];

/** Takes a file of a bank, with what the comparison needs to know about it. */
export function UploadStatement() {
  const t = useTexts(legalTexts);
  const [name, setName] = useState<string>();
  const content = useRef('');
  const choose = async (file: File | null) => {
    content.current = file === null ? '' : await base64Of(file);
    setName(file?.name);
  };
  return (
    <ActionButton
      operation="importBankStatement"
      subject="new"
      label={t.upload}
      tone="primary"
      text={
        <FileInput
          label={t.fileOf}
          placeholder={name ?? t.needed}
          required
          accept=".csv,.xml,.txt,.053"
          onChange={(file) => void choose(file)}
        />
      }
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
      input={(values) => ({
        body: {
          bankAccount: values['bankAccount']?.trim() ?? '',
          account: values['account']?.trim() ?? '',
          format: values['format'] as Body['format'],
          covers: values['covers'] as Body['covers'],
          content: content.current,
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
