import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { choicesOf } from '../../texts/words.js';
import { blockTexts } from '../blocks.texts.js';
import type { Field, FieldFault } from './action.js';

type Shown = Readonly<{
  field: Field;
  value: string;
  fault: FieldFault | undefined;
  isFirst: boolean;
  onChange: (value: string) => void;
}>;

const inputTypes: Readonly<Partial<Record<Field['kind'], string>>> = { date: 'date', month: 'month' };

/** One field of a dialog. */
export function ActionField({ field, value, fault, isFirst, onChange }: Shown) {
  const t = useTexts(blockTexts);
  const { language } = useLanguage();
  const { kind, label, hint } = field;
  const common = {
    label,
    value,
    required: field.isOptional !== true,
    description: hint ?? (kind === 'reason' ? t.reasonHint : undefined),
    error: fault === undefined ? undefined : t[fault],
    'data-autofocus': isFirst || undefined,
    name: field.name,
  };
  if (kind === 'yes')
    return (
      <Checkbox
        label={label}
        description={hint}
        name={field.name}
        checked={value === 'true'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'true' : '')}
      />
    );
  if (kind === 'choice')
    return (
      <NativeSelect
        {...common}
        data={[{ value: '', label: '–' }, ...choicesOf(field.words, language)]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (kind === 'reason' || kind === 'long')
    return <Textarea {...common} autosize minRows={2} onChange={(event) => onChange(event.currentTarget.value)} />;
  return (
    <TextInput
      {...common}
      type={inputTypes[kind] ?? 'text'}
      inputMode={kind === 'won' ? 'numeric' : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
