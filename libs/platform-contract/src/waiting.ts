import { Instant } from '@jeongsan/http-contract';
import { z } from 'zod';
import { BilingualText, RunPause } from './dispatch-control.contract.js';

type Text = z.output<typeof BilingualText>;

// prettier-ignore
/** What sellers, runs, payouts and deliveries wait for, besides the reasons for which a run is paused. */
const texts = {
  BANK_OPENS:       { ko: '은행이 지금은 계좌를 조회해 주지 않습니다(자정 전후 점검 시간). 그때 다시 조회합니다.', en: 'Banks answer no questions about accounts around midnight: asked again then.' },
  ACCOUNT_CHECK:    { ko: '은행의 계좌 확인을 기다립니다.', en: 'The bank is asked about the account.' },
  REGISTRATION:     { ko: '결제대행사에 등록하고 있습니다.', en: 'The provider is registering the seller.' },
  SELLER_ACCOUNT:   { ko: '은행이 계좌를 거절했습니다. 판매자가 다른 계좌를 알려 주어야 합니다.', en: 'The bank refused the account: the seller must name another one.' },
  SELLER_IDENTITY:  { ko: '판매자의 본인 확인을 기다립니다.', en: 'The seller must prove their identity to the provider.' },
  SELLER_KYC:       { ko: '판매자의 고객확인(KYC)을 기다립니다.', en: 'The seller must pass the KYC check of the provider.' },
  NEW_ACCOUNT:      { ko: '바뀐 계좌입니다. 다른 사람이 확인하거나 기한이 지나야 지급됩니다.', en: 'The account is new: nothing is paid before another person confirms it or the time is over.' },
  DRAFT:            { ko: '정산 실행이 작성되고 있습니다.', en: 'The run is being drafted.' },
  APPROVAL:         { ko: '다른 사람의 승인을 기다립니다.', en: 'A person who did not draft the run must approve it.' },
  DISPATCH_TIME:    { ko: '지급 시각을 기다립니다. 사람이 지금 보낼 수도 있습니다.', en: 'Sent at the next dispatch time; a person may send it now.' },
  PAYOUTS:          { ko: '지급이 끝나기를 기다립니다.', en: 'Payouts of the run are under way.' },
  PROVIDER_ANSWER:  { ko: '결제대행사의 답을 기다립니다.', en: 'The provider has yet to answer.' },
  OUTCOME:          { ko: '결과를 모릅니다. 결제대행사의 목록에서 찾습니다.', en: "The outcome is unknown: it is looked for in the provider's listing." },
  PERSON:           { ko: '사람의 결정을 기다립니다.', en: 'A person must decide.' },
  BANK_TRANSFER:    { ko: '은행의 이체를 기다립니다.', en: 'The bank transfers the money.' },
  NEXT_ATTEMPT:     { ko: '수신 쪽이 받지 못했습니다. 다시 보냅니다.', en: 'The receiver did not take it: sent again then.' },
  ENDPOINT_PAUSED:  { ko: '이 주소로의 전송이 멈춰 있습니다.', en: 'Sending to this address is paused.' },
} as const satisfies Record<string, Text>;

type Reason = keyof typeof texts;
const reasons = Object.keys(texts) as [Reason, ...Reason[]];

/** What somebody or something waits for, until when (null: no time is known), and in words for people. */
export const Waiting = z.object({
  for: z.enum([...reasons, ...RunPause.shape.reason.options]),
  until: Instant.nullable(),
  text: BilingualText,
});
export type Waiting = z.output<typeof Waiting>;

/** A wait of the table above. `until` null: nobody knows. */
export const waitsFor = (reason: Reason, until: Date | null = null): Waiting => ({
  for: reason,
  until,
  text: texts[reason],
});
