import type { Word } from './words.js';

/** What a person does next after a refusal. The first row whose pattern fits the code counts. */
const nextSteps: readonly (readonly [RegExp, Word])[] = [
  [
    /SECOND_PERSON_REQUIRED$/,
    [
      'Ask a second person: it waits for them under Approvals.',
      '다른 사람에게 승인을 요청하세요. 승인 화면에서 기다립니다.',
    ],
  ],
  [/REAUTHENTICATION_REQUIRED$/, ['Sign in again, and repeat it.', '다시 로그인한 뒤 다시 하세요.']],
  [/LIMIT_EXCEEDED$/, ['Ask a person with a higher limit to decide.', '한도가 더 높은 사람에게 결정을 요청하세요.']],
  [
    /^(PERSON_REQUIRED)$/,
    ['Sign in as a person: a key may not decide this.', '사람으로 로그인해 결정하세요. 키로는 할 수 없습니다.'],
  ],
  [
    /(_STALE|_CHANGED|CONTENT_CHANGED)$/,
    ['Look at what is there now, then decide again.', '지금 내용을 다시 보고 결정하세요.'],
  ],
  [
    /(_STATE|_OPEN|_FINISHED|_TAKEN|_OVERLAPS)$/,
    ['Reload: somebody, or the platform, was faster.', '새로 고치세요. 다른 사람이나 시스템이 먼저 처리했습니다.'],
  ],
  [/_NOT_FOUND$/, ['Check the id, or search for it with Ctrl-K.', '번호를 확인하거나 Ctrl-K로 찾으세요.']],
  [
    /^(UNAUTHENTICATED|SESSION_ENDED)$/,
    ['Sign in again: you come back to this page.', '다시 로그인하세요. 이 화면으로 돌아옵니다.'],
  ],
  [/^FORBIDDEN$/, ['Ask somebody whose role allows it.', '권한이 있는 사람에게 요청하세요.']],
  [/^CROSS_SITE$/, ['Open the console at its own address, and repeat it.', '콘솔의 원래 주소로 열어 다시 하세요.']],
  [/RATE_LIMITED$/, ['Wait a minute, then try again.', '1분 뒤에 다시 하세요.']],
  [/^INVALID_REQUEST$/, ['Correct the fields that are named.', '표시된 항목을 고쳐 주세요.']],
  [
    /^(NO_REPLY|UNAVAILABLE|INTERNAL|NO_CODE|IDEMPOTENT_REQUEST_PROCESSING)$/,
    [
      'Try again. If it stays so, tell those who run the platform, with the trace.',
      '다시 시도하세요. 계속되면 추적 번호와 함께 운영 담당자에게 알려 주세요.',
    ],
  ],
];
const correct: Word = ['Correct what is named, and try again.', '표시된 내용을 고쳐 다시 하세요.'];

export const nextStepOf = (code: string): Word => nextSteps.find(([pattern]) => pattern.test(code))?.[1] ?? correct;

/** Codes of the browser and of the front door, which no contract lists. */
export const ownMeanings = {
  NO_REPLY: ['no answer arrived', '답을 받지 못했습니다'],
  NO_CODE: ['the answer was not one of the platform', '플랫폼의 답이 아닙니다'],
  SESSION_ENDED: ['your sign-in is over', '로그인이 끝났습니다'],
  CROSS_SITE: ['the request did not come from this page', '이 화면에서 보낸 요청이 아닙니다'],
} as const satisfies Record<string, Word>;
