import { useSyncExternalStore } from 'react';
import type { LanguageMemory } from '../texts/language.js';

const MOVED = 'jeongsan:moved';

function watch(moved: () => void): () => void {
  for (const event of ['popstate', MOVED]) addEventListener(event, moved);
  return () => {
    for (const event of ['popstate', MOVED]) removeEventListener(event, moved);
  };
}

function withMember(name: string, value: string | null): string {
  const search = new URLSearchParams(location.search);
  if (value === null) search.delete(name);
  else search.set(name, value);
  const text = search.toString();
  return `${location.pathname}${text === '' ? '' : `?${text}`}`;
}

/** The payout that is open; null: none. It stands in the address, so that the browser goes back and a reload loses nothing. */
export const useOpenPayout = (): string | null =>
  useSyncExternalStore(watch, () => new URLSearchParams(location.search).get('payout'));

export function openPayout(payoutId: string | null): void {
  history.pushState(null, '', withMember('payout', payoutId));
  dispatchEvent(new Event(MOVED));
}

/** The language stands in the address: the market chooses it with the link, and nothing is stored. */
export const languageInAddress: LanguageMemory = {
  read: () => new URLSearchParams(location.search).get('lang'),
  keep: (language) => history.replaceState(history.state, '', withMember('lang', language)),
};
