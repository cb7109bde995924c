import type { SearchItem, SearchKind } from '@jeongsan/platform-contract';
import type { Word } from '../texts/words.js';
import { type Place, places } from './places.js';

type Found = Readonly<{ id: string; path: string }>;
const asThing = ({ path }: Found): Place => places.thing(path);

/** What a search finds, in words, and the screen that shows it. A kind without a screen of its own is shown as a plain thing. */
export const foundKinds = {
  order: [['Order', '주문'], ({ id }) => places.order(id)],
  payment: [['Payment', '결제'], ({ id }) => places.payment(id)],
  cancel: [['Cancel', '취소'], ({ id }) => places.cancel(id)],
  seller: [['Seller', '판매자'], ({ id }) => places.seller(id)],
  'account-change': [['Account change', '계좌 변경'], ({ id }) => places.accountChange(id)],
  payout: [['Payout', '지급'], ({ id }) => places.payout(id)],
  run: [['Payout run', '정산 실행'], ({ id }) => places.run(id)],
  batch: [['Batch', '지급 요청'], ({ id }) => places.batch(id)],
  'parked-decision': [['Decision about a parked payout', '보류된 지급의 결정'], asThing],
  statement: [['Statement', '정산서'], ({ id }) => places.statement(id)],
  'tax-invoice': [['Tax invoice', '세금계산서'], ({ id }) => places.taxInvoice(id)],
  adjustment: [['Adjustment', '조정'], ({ id }) => places.adjustment(id)],
  repayment: [['Repayment', '상환'], ({ id }) => places.repayment(id)],
  reissue: [['Reissue', '재지급'], ({ id }) => places.reissue(id)],
  'write-off': [['Write-off', '대손'], ({ id }) => places.writeOff(id)],
  reserve: [['Reserve', '유보금'], ({ id }) => places.reserve(id)],
  hold: [['Hold', '지급 보류'], ({ id }) => places.hold(id)],
  'terms-change': [['Terms change', '조건 변경'], ({ id }) => places.termsChange(id)],
  'rule-change': [['Rule change', '규칙 변경'], ({ id }) => places.ruleChange(id)],
  'commission-rule': [['Commission rule', '수수료 규칙'], ({ id }) => places.commissionRule(id)],
  break: [['Break', '불일치'], ({ id }) => places.break(id)],
  'break-decision': [['Settlement of a break', '불일치 처리'], asThing],
  'hand-run': [['Run by hand', '수동 대사'], ({ id }) => places.handRun(id)],
  'bank-statement': [['Bank statement', '은행 거래내역'], ({ id }) => places.bankStatement(id)],
  'bank-row': [['Row of a bank statement', '은행 거래'], asThing],
  posting: [['Posting', '전표'], ({ id }) => places.posting(id)],
  'webhook-endpoint': [['Webhook address', '웹훅 주소'], ({ id }) => places.webhookEndpoint(id)],
  delivery: [['Webhook delivery', '웹훅 전송'], asThing],
  decision: [['Decision', '결정'], ({ id }) => places.decision(id)],
} as const satisfies Record<SearchKind, readonly [Word, (found: Found) => Place]>;

/** Paths of screens that exist; the router tells. */
export function placeOf(item: Pick<SearchItem, 'kind' | 'id' | 'path'>, exists: (to: string) => boolean): Place {
  const place = foundKinds[item.kind][1](item);
  return exists(place.to) ? place : asThing(item);
}
