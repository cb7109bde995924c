import { people } from './people.js';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 3rem auto; padding: 0 1rem; }
p.note { border-left: 4px solid #b45309; padding: .25rem .75rem; }
ul { list-style: none; padding: 0; }
button { font: inherit; width: 100%; text-align: left; padding: .75rem 1rem; margin: .25rem 0; cursor: pointer;
  border: 1px solid #767676; border-radius: .5rem; background: Canvas; color: CanvasText; }
button:hover, button:focus-visible { outline: 3px solid #2563eb; outline-offset: 1px; }
button small { display: block; }
h1 { font-size: 1.5rem; }
`;

/** A whole page. `body` is HTML of this program: no text of a request is in it. */
const page = (title: string, body: string): string => `<!doctype html>
<html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;

const NOTE =
  '<p class="note">이 컴퓨터에서만 쓰는 로그인입니다. 비밀번호가 없습니다. <span lang="en">Local only: there is no password.</span></p>';

/** The people to choose from. `action`: the path that takes the choice. */
export function choicePage(action: string, isAgain: boolean): string {
  const heading = isAgain
    ? '다시 로그인하세요 <span lang="en">Sign in again</span>'
    : '누구로 로그인할까요? <span lang="en">Who are you?</span>';
  const rows = Object.entries(people).map(
    ([id, { korean, english }]) =>
      `<li><button name="person" value="${id}">${korean[0]} <span lang="en">${english[0]}</span>
<small>${korean[1]} · <span lang="en">${english[1]}</span></small></button></li>`,
  );
  return page(
    '로그인 Sign in',
    `<h1>${heading}</h1>${NOTE}<form method="post" action="${action}"><ul>${rows.join('')}</ul></form>`,
  );
}

/** Signs out by itself where scripts run, else by a button. `form`: the library's own form with its token. */
export const signOutPage = (form: string): string =>
  page(
    '로그아웃 Sign out',
    `<h1>로그아웃 <span lang="en">Sign out</span></h1>${form}
<button form="op.logoutForm" name="logout" value="yes" id="yes">로그아웃 <span lang="en">Sign out</span></button>
<script>document.getElementById('yes').click()</script>`,
  );

export const signedOutPage = (): string =>
  page('로그아웃됨 Signed out', '<h1>로그아웃되었습니다 <span lang="en">You are signed out</span></h1>');

/** `code` is a code of the library (`invalid_request`), never a text of the request. */
export const errorPage = (code: string): string =>
  page(
    '오류 Error',
    `<h1>로그인할 수 없습니다 <span lang="en">The sign-in failed</span></h1><p><code>${code.replace(/[^\w.-]/g, '')}</code></p>`,
  );
