import { seoulIso } from '@jeongsan/calendar';
import { formatWon } from '@jeongsan/money';
import { createHash } from 'node:crypto';
import type { PageState } from './page-state.js';

/**
 * The control page for a person: the sandbox's state, its latest requests, and the webhooks sent to the merchant.
 * Without scripts.
 */
export function controlPage(state: PageState, mIds: readonly string[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox ${escape(state.mId)}</title>
<style>${STYLE}</style></head>
<body><h1>Sandbox of ${escape(state.mId)}</h1>
<p class="note">Not part of the provider. The same as JSON: <a href="/control/openapi.json">/control/openapi.json</a></p>
${mIds.length > 1 ? merchants(mIds) : ''}${clock(state)}${money(state)}${faults(state)}${deliveries(state)}${requests(state)}
</body></html>`;
}

const merchants = (mIds: readonly string[]): string =>
  `<p>Merchants: ${mIds.map((mId) => `<a href="/control?merchant=${escape(mId)}">${escape(mId)}</a>`).join(' ')}</p>`;

const clock = ({ mId, now, mode, speed }: PageState): string => `<section><h2>Clock</h2>
<p><b>${seoulIso(now)}</b> ${mode}${mode === 'running' && speed !== 1 ? `, ${speed} times as fast` : ''}</p>
${button(mId, 'clock', { advance: '60' }, '+1 minute')}${button(mId, 'clock', { advance: '3600' }, '+1 hour')}
${button(mId, 'clock', { advance: '86400' }, '+1 day')}${button(mId, 'clock', { advance: '604800' }, '+1 week')}
${button(mId, 'clock', { mode: 'frozen' }, 'Freeze')}${button(mId, 'clock', { mode: 'running', speed: '1' }, 'Run')}
${button(mId, 'clock', { mode: 'running', speed: '3600' }, 'An hour each second')}</section>`;

const money = ({ balance, counts }: PageState): string => `<section><h2>State</h2>
<p>Available <b>${formatWon(balance.available)}</b>, pending <b>${formatWon(balance.pending)}</b></p>
${table(
  ['', 'Status', 'Count'],
  counts.map(({ kind, status, count }) => [kind, status, String(count)].map(escape)),
)}</section>`;

const faults = ({ mId, faults: list }: PageState): string => `<section><h2>Faults</h2>
${table(
  ['Operation', 'Kind', 'Struck', 'Only where'],
  list.map(({ operation, kind, struck, times, contains }) =>
    [operation, kind, `${struck} of ${times}`, contains ?? ''].map(escape),
  ),
)}
${list.length > 0 ? button(mId, 'clear-faults', {}, 'Switch all off') : ''}</section>`;

const deliveries = ({ mId, deliveries: list }: PageState): string => `<section><h2>Webhooks</h2>
${table(
  ['Event', 'Subject', 'Target', 'State', 'Attempts', 'Last status', 'Next attempt', ''],
  list.map((one) => [
    `<a href="/control/webhook/deliveries/${encodeURIComponent(one.id)}">${escape(one.eventType)}</a>`,
    ...[one.subject, one.target, one.state, String(one.attempts), String(one.lastStatus ?? '')].map(escape),
    one.nextAttemptAt ? seoulIso(one.nextAttemptAt) : '',
    button(mId, 'resend', { id: one.id }, 'Send again'),
  ]),
)}</section>`;

const requests = ({ requests: list }: PageState): string => `<section><h2>Requests</h2>
${table(
  ['At', 'Method', 'Path', 'Status', 'ms', 'Idempotency', 'Trace'],
  list.map((one) =>
    [
      seoulIso(one.at),
      one.method,
      one.path,
      String(one.status ?? 'dropped'),
      String(one.durationMs),
      one.idempotency,
      one.traceId,
    ].map(escape),
  ),
)}</section>`;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? '<p>None.</p>'
    : `<table><tr>${heads.map((head) => `<th>${escape(head)}</th>`).join('')}</tr>
${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</table>`;

const button = (mId: string, action: string, values: Readonly<Record<string, string>>, text: string): string =>
  `<form method="post" action="/control/page/${action}?merchant=${escape(mId)}">${Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('')}<button>${escape(text)}</button></form>`;

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:1.5rem;color:#1b1b1f}form{display:inline}.note{color:#666}
table{border-collapse:collapse;font-size:.9em}th,td{text-align:left;padding:.15rem 1rem .15rem 0;border-bottom:1px solid #ddd}
@media(prefers-color-scheme:dark){body{background:#131316;color:#e4e4e7}a{color:#8ab4f8}th,td{border-color:#333}}`;

/** Headers that forbid the page to load anything, to run scripts, to be framed, and to send its forms elsewhere. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'referrer-policy': 'same-origin',
} as const;
