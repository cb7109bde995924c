import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { choicesOf } from '../../texts/words.js';
import { blockTexts } from '../blocks.texts.js';
import { chosen, type Field, type FieldFault } from './action.js';

type Shown = Readonly<{
  field: Field;
  value: string;
  fault: FieldFault | undefined;
  isFirst: boolean;
  onChange: (value: string) => void;
}>;

const inputTypes: Readonly<Partial<Record<Field['kind'], string>>> = {
  date: 'date',
  month: 'month',
  time: 'datetime-local',
};

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
  if (kind === 'many')
    return (
      <Checkbox.Group
        label={label}
        description={hint}
        error={common.error}
        required={common.required}
        value={chosen(value)}
        onChange={(members) => onChange(members.join(','))}
      >
        <Stack gap="xs" mt="xs">
          {choicesOf(field.words, language).map((one) => (
            <Checkbox key={one.value} value={one.value} label={one.label} description={one.value} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  if (kind === 'reason' || kind === 'long')
    return <Textarea {...common} autosize minRows={2} onChange={(event) => onChange(event.currentTarget.value)} />;
  return (
    <TextInput
      {...common}
      type={inputTypes[kind] ?? 'text'}
      inputMode={kind === 'won' || kind === 'number' ? 'numeric' : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
