import type { InputOf, ItemOf, OutputOf } from '../api/names.js';
import type { Word } from './words.js';

export const proofWords = {
  PROVEN: ['Proven', '증명됨', 'good'],
  PROVEN_WITH_EXCEPTIONS: ['Proven, with exceptions', '예외와 함께 증명됨', 'good'],
  UNPROVEN: ['Not proven', '증명되지 않음', 'bad'],
} as const satisfies Record<OutputOf<'getNightProof'>['state'], Word>;

/** Also of a stored document that is no longer the signed one. */
export const listedProofWords = {
  ...proofWords,
  CHANGED: ['Changed after it was signed', '서명 후 변경됨', 'bad'],
} as const satisfies Record<ItemOf<'listNightProofs'>['state'], Word>;

export const handRunModeWords = {
  reconcile: ['Read again, match and post', '다시 읽고 대사하고 기록'],
  match: ['Match what was read', '읽은 내역만 대사'],
  prove: ['Prove again', '다시 증명'],
} as const satisfies Record<ItemOf<'listHandRuns'>['mode'], Word>;

export const handRunStateWords = {
  queued: ['Waits', '대기', 'quiet'],
  running: ['Works', '진행 중', 'busy'],
  done: ['Done', '완료', 'good'],
  failed: ['Failed', '실패', 'bad'],
  canceled: ['Canceled', '취소됨', 'quiet'],
} as const satisfies Record<ItemOf<'listHandRuns'>['state'], Word>;

export const reconciliationStateWords = {
  downloading: ['Listings are read', '내역 읽는 중', 'busy'],
  matching: ['Compared', '대사 중', 'busy'],
  posting: ['Posted', '기록 중', 'busy'],
  done: ['Done', '완료', 'good'],
} as const satisfies Record<NonNullable<NonNullable<InputOf<'listReconciliations'>['query']>['state']>, Word>;

export const verdictWords = {
  HOLDS: ['holds', '성립', 'good'],
  EXCEPTED: ['differs, explained', '설명된 차이', 'waiting'],
  NOT_COMPARED: ['not compared', '비교하지 못함', 'waiting'],
  DIFFERS: ['differs', '차이 있음', 'bad'],
} as const satisfies Record<string, Word>;
