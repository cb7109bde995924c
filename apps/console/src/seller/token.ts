const KEPT = 'jeongsan.seller-page';
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Browsers that keep no data of embedded pages throw on every use of a storage: the page then lives until it is reloaded. */
function stored<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

/**
 * The token of the link that opened the page. It stands in the address only while the page loads: after that it is in no history, no
 * bookmark and no picture of the screen. Null: there is none.
 */
export function takeToken(): string | null {
  const given = location.hash.slice(1);
  if (!TOKEN.test(given)) return stored((storage) => storage.getItem(KEPT));
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  stored((storage) => storage.setItem(KEPT, given));
  return given;
}

export const forgetToken = (): void => void stored((storage) => storage.removeItem(KEPT));

/** Calls back when another link is opened in the same tab: only the part behind `#` changes, so the browser does not load the page again. */
export function onNextToken(take: (token: string) => void): () => void {
  const changed = () => {
    if (!TOKEN.test(location.hash.slice(1))) return;
    const token = takeToken();
    if (token !== null) take(token);
  };
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}
