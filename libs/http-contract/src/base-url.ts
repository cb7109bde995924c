/**
 * The address in front of a contract's paths, without slashes at its end. Throws TypeError for anything else: settings come from the
 * environment of programs without types, too, where a variable that is not set arrives as undefined.
 */
export function checkedBaseUrl(baseUrl: unknown, example: string): string {
  const url = typeof baseUrl === 'string' && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isUsable = url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  if (!isUsable) throw new TypeError(`baseUrl: needs an address such as ${example}`);
  return String(baseUrl).trim().replace(/\/+$/, '');
}
