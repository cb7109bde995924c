import { Spotlight, spotlight } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../api/reads.js';
import { useMay } from '../api/session.js';
import { Failure } from '../blocks/failure.js';
import { useLanguage } from '../texts/language.js';
import { useTexts } from '../texts/texts.js';
import { foundKinds, placeOf } from './found-places.js';
import { layoutTexts } from './layout.texts.js';
import type { Place } from './places.js';
import { existsScreen, screens } from '../screens/screens.js';

const SEARCHED_MIN = 3;
const TYPING_MS = 200;

/** Ctrl-K: any id of the platform, and every screen by its name. */
export function Palette() {
  const t = useTexts(layoutTexts);
  const [query, setQuery] = useState('');
  const [typed] = useDebouncedValue(query.trim(), TYPING_MS);
  return (
    <Spotlight.Root query={query} onQueryChange={setQuery} shortcut={['mod + K', '/']} scrollable maxHeight="70vh">
      <Spotlight.Search placeholder={t.searchHint} aria-label={t.searchHint} />
      <Spotlight.ActionsList>
        <Screens query={query.trim()} />
        {typed.length >= SEARCHED_MIN ? <Things query={typed} /> : null}
        {query.trim().length > 0 && query.trim().length < SEARCHED_MIN ? (
          <Spotlight.Empty>{t.searchShort}</Spotlight.Empty>
        ) : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function useOpen() {
  const navigate = useNavigate();
  return ({ to, search = {} }: Place) => {
    spotlight.close();
    void navigate({ to, search: search });
  };
}

function Screens({ query }: Readonly<{ query: string }>) {
  const t = useTexts(layoutTexts);
  const { language } = useLanguage();
  const may = useMay();
  const open = useOpen();
  const named = screens.filter(
    ({ title, group, needs }) =>
      group !== undefined &&
      (needs === undefined || may(needs)) &&
      title.some((text) => text?.toLowerCase().includes(query.toLowerCase())),
  );
  if (named.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={t.screens}>
      {named.map(({ path, title }) => (
        <Spotlight.Action key={path} label={title[language === 'en' ? 0 : 1]} onClick={() => open({ to: path })} />
      ))}
    </Spotlight.ActionsGroup>
  );
}

function Things({ query }: Readonly<{ query: string }>) {
  const t = useTexts(layoutTexts);
  const { language } = useLanguage();
  const open = useOpen();
  const { data, error } = useRead('search', { input: { query: { q: query } } });
  if (error !== null) return <Failure error={error} />;
  if (data === undefined) return null;
  if (data.items.length === 0) return <Spotlight.Empty>{t.searchNothing}</Spotlight.Empty>;
  return (
    <>
      <Spotlight.ActionsGroup label={t.found}>
        {data.items.map((item) => (
          <Spotlight.Action
            key={`${item.kind} ${item.id}`}
            label={`${foundKinds[item.kind][0][language === 'en' ? 0 : 1]} · ${item.id}`}
            description={item.title}
            onClick={() => open(placeOf(item, existsScreen))}
          />
        ))}
      </Spotlight.ActionsGroup>
      {data.more ? <Spotlight.Empty>{t.searchMore}</Spotlight.Empty> : null}
    </>
  );
}
