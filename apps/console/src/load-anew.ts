const KEY = 'loaded anew at';
/** A part that is missing right after loading anew is not there at all: the page says so instead of loading for ever. */
const AGAIN_AFTER_MS = 60_000;

/** After a release, the parts of the page that was open before are gone: the page is loaded anew, once. Filters and drafts are kept. */
export function loadAnewAfterRelease(): void {
  addEventListener('vite:preloadError', (event) => {
    if (Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) < AGAIN_AFTER_MS) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
  });
}
