import { useCallback, useState } from 'react';
import type { Values } from './action.js';

type Draft = Readonly<{ isOpen: boolean; values: Values }>;

function stored(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null;
    return draft ?? undefined;
  } catch {
    return undefined;
  }
}

/** What is typed into a dialog, kept over a reload and over a sign-in, until it is done or given up. */
export function useDraft(key: string, initial: Values) {
  const [draft, setDraft] = useState<Draft>(() => stored(key) ?? { isOpen: false, values: initial });
  const keep = useCallback(
    (next: Draft) => {
      if (next.isOpen) sessionStorage.setItem(key, JSON.stringify(next));
      else sessionStorage.removeItem(key);
      setDraft(next);
    },
    [key],
  );
  return {
    ...draft,
    open: () => keep({ isOpen: true, values: initial }),
    close: () => keep({ isOpen: false, values: initial }),
    write: (name: string, value: string) => keep({ isOpen: true, values: { ...draft.values, [name]: value } }),
  };
}
