import { useNavigate, useParams, useSearch } from '@tanstack/react-router';

export type Search = Readonly<Record<string, string>>;

/** What stands behind the question mark of the address, and a function that changes members of it. Empty members leave. */
export function useAddress(): readonly [Search, (changes: Readonly<Record<string, string | undefined>>) => void] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (changes: Readonly<Record<string, string | undefined>>) => {
    const wanted = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined && value !== '');
    void navigate({ to: '.', search: Object.fromEntries(wanted), replace: true });
  };
  return [search, change];
}

/** A part of the path of the screen that is shown. */
export function useParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return params[name] ?? '';
}

/** `?a=1&b=2`, each value a plain text. */
export const readSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value] as [string, string]] : [],
  );
  const text = new URLSearchParams(pairs).toString();
  return text === '' ? '' : `?${text}`;
}
