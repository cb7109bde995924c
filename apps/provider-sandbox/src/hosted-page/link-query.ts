/** A payment link with query parameters, which come back as Order.metaFields. */
export function linkWith(url: string, pairs: readonly (readonly [string, string])[]): string {
  const query = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
  return query === '' ? url : `${url}?${query}`;
}

/** Reads the query parameters of a payment link; for a repeated name the last value counts. */
export const pairsOf = (url: string): [string, string][] => {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  return Object.entries(Object.fromEntries(new URLSearchParams(query)));
};
