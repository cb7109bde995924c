const HOME = '/console';
/** At or below /console, with a query. No backslash, control character or second slash, which browsers read as another host. */
const OWN_PAGE = /^\/console(?:\/[\w.~!$&'()*+,;=:@%-]+)*\/?(?:\?[\w.~!$&'()*+,;=:@%/?-]*)?$/;
/** Paths of the sign-in itself: to return there would begin or end a session without the person. */
const OWN_VERBS = /^\/console\/(?:sign|session)/;
const LENGTH_MAX = 2_000;

/** The page to return to; the console's first page when the asked one is none of the console. */
export function returnPathOf(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > LENGTH_MAX || !OWN_PAGE.test(asked)) return HOME;
  // The browser resolves dots, encoded ones too: /console/%2e%2e/x is /x.
  const { pathname, search } = new URL(asked, 'http://localhost');
  const isOwn = (pathname === HOME || pathname.startsWith(`${HOME}/`)) && !OWN_VERBS.test(pathname);
  return isOwn ? `${pathname}${search}` : HOME;
}
