import type { leftAloneCauses, pauseCauses, ProviderWebhookState } from '@jeongsan/platform-contract';
import type { OutputOf } from '../../api/names.js';
import type { Word } from '../../texts/words.js';

type DeliveryState = OutputOf<'redeliver'>['state'];

export const deliveryStateWords = {
  pending: ['On its way', '보내는 중', 'busy'],
  delivered: ['Arrived', '도착함', 'good'],
  failed: ['Failed', '실패', 'bad'],
} as const satisfies Record<DeliveryState, Word>;

export const addressStateWords = {
  on: ['Events are sent', '전송 중', 'good'],
  failing: ['Attempts fail', '실패하고 있음', 'waiting'],
  paused: ['Paused', '멈춤', 'bad'],
  removed: ['Removed', '지움', 'quiet'],
} as const satisfies Record<string, Word>;

export const pauseCauseWords = {
  PERSON: ['a person paused it', '사람이 멈춤'],
  FAILING: ['too many attempts failed', '실패가 계속됨'],
  GONE: ['the receiver answered 410 Gone', '받는 쪽이 410(Gone)으로 답함'],
} as const satisfies Record<(typeof pauseCauses)[number], Word>;

export const replayWords = {
  'not-delivered': ['Those that did not arrive', '도착하지 않은 것'],
  all: ['All', '모두'],
} as const satisfies Record<string, Word>;

export const providerWebhookWords = {
  waiting: ['Being looked at', '확인 중', 'busy'],
  dead: ['The look failed', '확인 실패', 'bad'],
  'left-alone': ['Left alone', '그대로 둠', 'quiet'],
  done: ['Done', '완료', 'good'],
} as const satisfies Record<ProviderWebhookState, Word>;

export const leftAloneWords = {
  'too-old': ['older than a signed webhook may be', '서명된 웹훅으로는 너무 오래됨'],
  'not-for-us': ['no money depends on it', '돈과 관계가 없음'],
} as const satisfies Record<(typeof leftAloneCauses)[number], Word>;

export const signatureWords = {
  valid: ['Valid', '맞음', 'good'],
  absent: ['Absent: only the look at the provider decides', '없음: 결제대행사에서 확인한 것만 믿습니다', 'quiet'],
} as const satisfies Record<OutputOf<'getProviderWebhook'>['signature'], Word>;
