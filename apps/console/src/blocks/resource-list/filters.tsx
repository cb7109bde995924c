import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAddress } from '../../layout/address.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { choicesOf } from '../../texts/words.js';
import { blockTexts } from '../blocks.texts.js';
import type { Filter } from './columns.js';

/** The filters of a list, each a member of the address. */
export function Filters({ filters, label }: Readonly<{ filters: readonly Filter<string>[]; label?: string }>) {
  if (filters.length === 0) return null;
  return (
    <Group gap="xs" align="flex-end" role="search" aria-label={label}>
      {filters.map((filter) =>
        filter.kind === 'choice' || filter.kind === 'yes' ? (
          <Choice key={filter.key} filter={filter} />
        ) : (
          <Typed key={filter.key} filter={filter} />
        ),
      )}
    </Group>
  );
}

function Choice({ filter }: Readonly<{ filter: Filter<string> }>) {
  const t = useTexts(blockTexts);
  const { language } = useLanguage();
  const [search, change] = useAddress();
  const known =
    filter.kind === 'choice'
      ? choicesOf(filter.words, language)
      : [
          { value: 'true', label: t.yes },
          { value: 'false', label: t.no },
        ];
  return (
    <NativeSelect
      size="xs"
      label={filter.label}
      value={search[filter.key] ?? ''}
      onChange={(event) => change({ [filter.key]: event.currentTarget.value })}
      data={[{ value: '', label: t.all }, ...known]}
    />
  );
}

const inputTypes: Readonly<Partial<Record<Filter<string>['kind'], string>>> = {
  date: 'date',
  month: 'month',
  time: 'datetime-local',
};
/** Times are typed on the clocks of Korea, and are instants in the address. */
const KOREA = ':00+09:00';

/** Taken over with Enter, or when the field is left: half a date is no date. */
function Typed({ filter }: Readonly<{ filter: Filter<string> }>) {
  const [search, change] = useAddress();
  const given = (search[filter.key] ?? '').replace(KOREA, '');
  const [typed, setTyped] = useState(given);
  useEffect(() => setTyped(given), [given]);
  const take = () => {
    if (typed !== given)
      change({ [filter.key]: filter.kind === 'time' && typed !== '' ? `${typed}${KOREA}` : typed.trim() });
  };
  return (
    <TextInput
      size="xs"
      label={filter.label}
      type={inputTypes[filter.kind] ?? 'text'}
      inputMode={filter.kind === 'won' ? 'numeric' : undefined}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}
