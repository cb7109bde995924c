import type { Heard } from './side.js';

/** Members that differ between two providers by nature: ids, keys and numbers that are drawn by chance, and links with them. */
const DRAWN: ReadonlySet<string> = new Set([
  ...[
    'paymentKey',
    'lastTransactionKey',
    'transactionKey',
    'secret',
    'url',
    'receiptUrl',
    'iconUrl',
    'cardImgUrl',
    'approveNo',
    'accountNumber',
  ],
  ...['billingKey', 'receiptKey', 'issueNumber', 'approvalNumber', 'traceId', 'id', 'productKey', 'productImageKey'],
  ...['path', 'orderKey', 'methodKey', 'accessToken', 'refreshToken', 'arsReservationId', 'paymentId', 'cardNumber'],
  ...['number', 'issuerCode', 'acquirerCode', 'company', 'selectedMethodId'],
]);

/** The differences of two answers, field by field; none: a client cannot tell them apart. */
export function differences(direct: Heard, gateway: Heard): string[] {
  const at = `${direct.name} (${direct.label})`;
  const found: string[] = [];
  const note = (where: string, a: unknown, b: unknown) =>
    void found.push(`${at} ${where}: ${JSON.stringify(a)} directly, ${JSON.stringify(b)} through the gateway`);
  if (direct.status !== gateway.status) note('status', direct.status, gateway.status);
  for (const name of ['content-type', 'idempotency-key', 'retry-after'] as const) {
    if (direct.headers[name] !== gateway.headers[name]) note(name, direct.headers[name], gateway.headers[name]);
  }
  if (!gateway.headers['x-tosspayments-trace-id']) note('trace id', '', gateway.headers['x-tosspayments-trace-id']);
  compare('', direct.json, gateway.json, isDrawnIn(direct), note);
  return found;
}

/** The code that stands for a customer's consent is drawn; every other `code` is a word of the documents. */
const isDrawnIn =
  ({ name, status }: Heard) =>
  (member: string): boolean =>
    DRAWN.has(member) || (member === 'code' && name === 'agreeWalletTerms' && status === 200);

type Note = (where: string, a: unknown, b: unknown) => void;

function compare(path: string, a: unknown, b: unknown, isDrawn: (member: string) => boolean, note: Note): void {
  if (Object.is(a, b)) return;
  const member = path.split('.').at(-1) ?? '';
  // The provider makes up the order numbers of link orders itself.
  const isLinkOrder = member === 'orderId' && String(a).startsWith('paylink-');
  if ((isDrawn(member) || isLinkOrder) && typeof a === 'string' && typeof b === 'string') {
    if (shapeOf(a) !== shapeOf(b)) note(path, a, b);
    return;
  }
  const isBranch = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  if (!isBranch(a) || !isBranch(b) || Array.isArray(a) !== Array.isArray(b)) return note(path, a, b);
  const members = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const name of members) {
    const isOnBoth = name in a && name in b;
    // An element of a list is judged by the member that holds the list.
    const inner = Array.isArray(a) ? path : `${path}.${name}`;
    if (!isOnBoth) note(`${path}.${name}`, a[name] ?? 'absent', b[name] ?? 'absent');
    else compare(inner, a[name], b[name], isDrawn, note);
  }
}

/** Drawn texts have the same length and the same signs between their letters and digits; links also the same words. */
const shapeOf = (text: string): string =>
  text.startsWith('http') ? new URL(text).pathname.split('/').length.toString() : text.replace(/[\w가-힣-]/g, 'x');
