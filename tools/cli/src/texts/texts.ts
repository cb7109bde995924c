import { type Language, type Text } from './words.js';

// prettier-ignore
/** Words of the help and of messages. */
const texts = {
  about:      { ko: '정산(Jeongsan) API의 명령줄', en: "The command line over Jeongsan's API" },
  version:    { ko: '버전', en: 'print the version' },
  help:       { ko: '도움말', en: 'show this help' },
  context:    { ko: '주소와 키를 정하는 컨텍스트', en: 'the context that names address and key' },
  output:     { ko: '출력 형식', en: 'the form of the output' },
  only:       { ko: '줄마다 이 항목의 값 하나만 (읽는 명령)', en: 'only the value of this member, a line for each item (of commands that read)' },
  onlyReads:  { ko: '--only는 읽는 명령에만 씁니다', en: '--only is for commands that read' },
  lang:       { ko: '언어 (기본: LANG)', en: 'the language (default: from LANG)' },
  noColor:    { ko: '꾸밈 없이 (NO_COLOR와 같음)', en: 'plain text, as with NO_COLOR' },
  yes:        { ko: '묻지 않고 결정', en: 'decide without being asked' },
  dryRun:     { ko: '보낼 것을 보여 주고 보내지 않음', en: 'show what would be sent, and send nothing' },
  idemKey:    { ko: '반복할 때 쓰는 앞 호출의 Idempotency-Key', en: 'the Idempotency-Key of the call that this one repeats' },
  limit:      { ko: '한 쪽의 최대 줄 수', en: 'items at most, one page' },
  after:      { ko: '앞 쪽이 알려 준 다음 쪽', en: 'the next page, as the page before named it' },
  all:        { ko: '모든 쪽', en: 'the items of all pages' },
  file:       { ko: '표준 출력 대신 쓸 파일', en: 'a file to write instead of stdout' },
  url:        { ko: '앞문의 주소', en: 'the address of the front door' },
  data:       { ko: '본문의 JSON: @파일, 또는 - (표준 입력)', en: 'the JSON of the body: @FILE, or - for stdin' },
  clockTo:    { ko: '이 시각까지, 예: 2026-05-04T04:00 (Asia/Seoul)', en: 'until this time, such as 2026-05-04T04:00 (Asia/Seoul)' },
  clockWay:   { ko: '얼마나(30m, 12h, 3d) 또는 --to 시각 중 하나를 주세요', en: 'Name how far (30m, 12h, 3d), or --to a time: one of the two' },
  noClock:    { ko: '움직일 시계가 없습니다: `npm start -- --clock 2026-05-01T09:00`으로 시작하고 그 `env` 파일을 읽으세요 (JEONGSAN_CLOCK_URL)', en: 'There is no clock to move: start with `npm start -- --clock 2026-05-01T09:00` and source its file `env` (JEONGSAN_CLOCK_URL)' },
  waitsForPerson: { ko: '사람을 기다립니다', en: 'Waits for a person' },
  required:   { ko: '필수', en: 'required' },
  arguments:  { ko: '인자:', en: 'Arguments:' },
  options:    { ko: '옵션:', en: 'Options:' },
  commands:   { ko: '명령:', en: 'Commands:' },
  usage:      { ko: '사용법:', en: 'Usage:' },
  example:    { ko: '예:', en: 'Example:' },
  exitTitle:  { ko: '종료 코드:', en: 'Exit codes:' },
  exitCodes:  {
    ko: '0 완료, 1 고장, 2 잘못된 사용, 3 규칙이 거절, 4 로그인·권한 없음, 5 결과를 모름, 6 검사 실패',
    en: '0 done, 1 fault, 2 usage, 3 refused by a rule, 4 not signed in or not allowed, 5 outcome unknown, 6 a check failed',
  },
  keyFrom:    {
    ko: '키: JEONGSAN_KEY 또는 `jeongsan login`. 주소: JEONGSAN_URL 또는 컨텍스트.',
    en: 'The key is JEONGSAN_KEY or the one of `jeongsan login`; the address JEONGSAN_URL or that of the context.',
  },
  noKey:      { ko: '키가 없습니다: JEONGSAN_KEY를 주거나 `jeongsan login` 하세요', en: 'There is no key for this address: set JEONGSAN_KEY, or `jeongsan login`' },
  noUrl:      { ko: '주소가 없습니다: JEONGSAN_URL을 주거나 `jeongsan context use NAME --url URL` 하세요', en: 'There is no address: set JEONGSAN_URL, or `jeongsan context use NAME --url URL`' },
  badKey:     { ko: '표준 입력에 키가 없거나 빈칸이 있습니다: jeongsan login < 파일', en: 'stdin holds no key, or a key with spaces: jeongsan login < FILE' },
  askKey:     { ko: '키 (보이지 않음): ', en: 'Key (not shown): ' },
  canceled:   { ko: '그만두었습니다: 아무것도 보내지 않았습니다', en: 'Not confirmed: nothing was sent' },
  needsYes:   { ko: '터미널이 아니므로 결정에는 --yes가 필요합니다', en: 'Without a terminal a decision needs --yes' },
  allOrLimit: { ko: '--all은 --limit, --after와 함께 쓸 수 없습니다', en: '--all does not go with --limit or --after' },
  more:       { ko: '더 있습니다', en: 'There is more' },
  checkBad:   { ko: '검사 실패', en: 'The check failed' },
  repeat:     { ko: '결과를 모릅니다. 먼저 확인하거나 같은 키로 반복하세요', en: 'The outcome is unknown. Look first, or repeat with the same key' },
  noData:     { ko: '--data의 JSON을 읽을 수 없습니다', en: 'The JSON of --data cannot be read' },
  commaList:  { ko: '쉼표로 나눔', en: 'separated by commas' },
  reading:    { ko: '읽는 중', en: 'Reading' },
  applying:   { ko: '적용 중', en: 'Applying' },
  sheetOfDecisions: { ko: '제안을 승인·거절하는 시트', en: 'a sheet that approves and declines proposals' },
  rangeFrom:  { ko: '이 시각부터의 이벤트', en: 'events from this instant on' },
  rangeTo:    { ko: '이 시각 전의 이벤트', en: 'events before this instant' },
  rangeWhich: { ko: '전달되지 않은 것만 또는 모두', en: 'those that did not arrive (default), or all' },
  rangeReason: { ko: '구간을 다시 보내는 이유', en: 'why a range is sent again' },
  oneOrRange: {
    ko: '이벤트 하나(EVENT-ID) 또는 구간(--from, --to, --reason) 중 하나만 주세요',
    en: 'Name either one event (EVENT-ID) or a range (--from, --to and --reason)',
  },
  redeliverRange: { ko: '구간의 이벤트 다시 보내기', en: 'Send the events of a range again' },
  forwardTo:  { ko: '확인된 이벤트를 넘길 주소', en: 'an address to which genuine events are passed on' },
  publicUrl:  { ko: '이 컴퓨터로 이어지는 공개 주소 (터널)', en: 'a public address that leads here, such as that of a tunnel' },
  port:       { ko: '들을 포트 (기본: 빈 포트)', en: 'the port to listen on (default: a free one)' },
  count:      { ko: '이만큼 받으면 끝냄', en: 'end after so many events' },
  missing:    { ko: '빠졌습니다', en: 'is missing' },
  look:       { ko: '결과를 모릅니다. 먼저 확인하세요', en: 'The outcome is unknown. Look before you repeat it' },
  seeMe:      { ko: '이 키로 할 수 있는 것: jeongsan me', en: 'What this key may do: jeongsan me' },
  seeLogin:   { ko: '다른 키로: jeongsan login < 파일, 또는 JEONGSAN_KEY', en: 'Use another key: jeongsan login < FILE, or JEONGSAN_KEY' },
  seeDoctor:  { ko: '점검: jeongsan doctor', en: 'Look for the cause: jeongsan doctor' },
  badContext: { ko: '컨텍스트의 이름은 문자, 숫자, 점, 밑줄, 빼기로 40자까지입니다', en: 'The name of a context has up to 40 letters, digits, dots, underscores and dashes' },
  unused:     { ko: '이 기능에는 본문이 없습니다', en: 'This operation takes no body' },
} as const satisfies Record<string, Text>;
type Key = keyof typeof texts;

// prettier-ignore
/** What is wrong with the arguments, by the code that commander gives; `{}` is the part that it names. */
const usageTexts = {
  'commander.unknownOption':               { ko: '모르는 옵션입니다: {}', en: 'There is no option {}' },
  'commander.unknownCommand':              { ko: '모르는 명령입니다: {}', en: 'There is no command {}' },
  'commander.missingArgument':             { ko: '인자가 빠졌습니다: {}', en: 'The argument {} is missing' },
  'commander.missingMandatoryOptionValue': { ko: '필수 옵션이 빠졌습니다: {}', en: 'The option {} is required' },
  'commander.optionMissingArgument':       { ko: '옵션에 값이 없습니다: {}', en: 'The option {} needs a value' },
  'commander.excessArguments':             { ko: '인자가 너무 많습니다', en: 'There are too many arguments' },
  'commander.invalidArgument':             { ko: '쓸 수 없는 값입니다: {}', en: 'Not a possible value: {}' },
  'commander.help':                        { ko: '명령이 빠졌습니다', en: 'The command is missing' },
} as const satisfies Record<`commander.${string}`, Text>;

const LEFT_OFF_NAMED_MAX = 6;

const either = (ko: string, en: string): Text => ({ ko, en });

/** Sentences that name something. */
const sentences = {
  noContext: (name: string) =>
    either(
      `컨텍스트가 없습니다: ${name}. 목록: jeongsan context list`,
      `There is no context ${name}. The list: jeongsan context list`,
    ),
  keyFileRights: (path: string) =>
    either(
      `다른 사람이 읽을 수 있는 키 파일은 읽지 않습니다: chmod 600 ${path}`,
      `Others can read the file of the key: chmod 600 ${path}`,
    ),
  noFile: (path: string) => either(`파일을 읽을 수 없습니다: ${path}`, `The file cannot be read: ${path}`),
  noFileToWrite: (path: string) => either(`파일을 쓸 수 없습니다: ${path}`, `The file cannot be written: ${path}`),
  sheetNext: (id: string) =>
    either(
      `아무것도 바뀌지 않았습니다. 줄 보기: jeongsan break sheet rows ${id}. 적용: jeongsan break sheet apply ${id}`,
      `Nothing was changed. Rows: jeongsan break sheet rows ${id}. Carry out: jeongsan break sheet apply ${id}`,
    ),
  sheetApply: (rows: number, refused: number) =>
    either(`${rows}줄 적용 (거절된 ${refused}줄 제외)`, `Carry out ${rows} rows, without ${refused} refused ones`),
  redeliverOne: (id: string) => either(`이벤트 다시 보내기 ${id}`, `Send the event ${id} again`),
  notNumber: (flag: string) => either(`${flag}에는 자연수가 필요합니다`, `${flag} takes a whole number`),
  portTaken: (port: number, code: string) =>
    either(
      `포트 ${port}에서 들을 수 없습니다 (${code}): 다른 --port를 주세요`,
      `Cannot listen on port ${port} (${code}): name another --port, or none for a free one`,
    ),
  listening: (url: string, id: string) =>
    either(
      `${url}에서 듣는 중 (엔드포인트 ${id}). Ctrl-C로 끝냅니다`,
      `Listening at ${url} as the endpoint ${id}. Ctrl-C ends and removes it`,
    ),
  notRemoved: (id: string, reason: string) =>
    either(
      `임시 엔드포인트를 지우지 못했습니다 (${reason}). 나중에: jeongsan webhooks remove ${id}`,
      `The temporary endpoint was not removed (${reason}). Later: jeongsan webhooks remove ${id}`,
    ),
  seeHelp: (path: string) => {
    const help = ['jeongsan', path, '--help'].filter(Boolean).join(' ');
    return either(`도움말: ${help}`, `Help: ${help}`);
  },
  newContext: (name: string) =>
    either(
      `컨텍스트가 없습니다: ${name}. 만들려면 --url로 주소를 주세요`,
      `There is no context ${name}: --url with its address makes it`,
    ),
  noMember: (name: string, names: readonly string[]) => {
    const named = names.join(', ');
    return either(`항목이 없습니다: ${name}. 있는 것: ${named}`, `There is no member ${name}. There are: ${named}`);
  },
  noEventType: (name: string) => either(`없는 이벤트입니다: ${name}`, `There is no event ${name}`),
  leftOff: (columns: readonly string[]) => {
    const named = columns.slice(0, LEFT_OFF_NAMED_MAX).join(', ');
    const more = columns.length - LEFT_OFF_NAMED_MAX;
    return either(
      `보이지 않는 열 (-o json에는 모두): ${named}${more > 0 ? ` 외 ${more}개` : ''}`,
      `Columns not shown (-o json has all): ${named}${more > 0 ? ` and ${more} more` : ''}`,
    );
  },
  noService: (name: string) => either(`서비스가 없습니다: ${name}`, `There is no service ${name}`),
  noOperation: (method: string, path: string) =>
    either(
      `API에 없는 기능입니다: ${method} ${path}. 목록은 그 주소의 /docs에`,
      `The API has no operation ${method} ${path}. The reference is at /docs of the address`,
    ),
  signedIn: (actor: string, context: string) =>
    either(`${actor}(으)로 로그인했습니다 (${context})`, `Signed in as ${actor} (${context})`),
  noDuration: (text: string) =>
    either(
      `기간이 아닙니다: ${text} (30m, 12h, 3d, 1d12h; 최대 400d)`,
      `Not a length of time: ${text} (30m, 12h, 3d, 1d12h; at most 400d)`,
    ),
  clockBack: (now: string) =>
    either(`시계는 ${now}입니다: 뒤로 가지 않습니다`, `The clock shows ${now} Asia/Seoul: it never goes back`),
  clockAway: (url: string) =>
    either(
      `시계가 답하지 않습니다 (${url}): npm start -- --clock 이 돌고 있나요?`,
      `The clock does not answer at ${url}: does npm start -- --clock run?`,
    ),
} as const satisfies Record<string, (...named: never[]) => Text>;
type Sentences = typeof sentences;

/** The texts in one language. */
export type Words = Readonly<Record<Key, string>> & {
  readonly [K in keyof Sentences]: (...named: Parameters<Sentences[K]>) => string;
} & Readonly<{ usageFault: (code: string, message: string) => string }>;

export function wordsIn(language: Language): Words {
  const plain = Object.entries(texts).map(([key, text]) => [key, text[language]]);
  const named = Object.entries<(...args: never[]) => Text>(sentences).map(([key, sentence]) => [
    key,
    (...args: never[]) => sentence(...args)[language],
  ]);
  return {
    ...(Object.fromEntries([...plain, ...named]) as Omit<Words, 'usageFault'>),
    usageFault: (code, message) => usageFault(language, code, message),
  };
}

function usageFault(language: Language, code: string, message: string): string {
  const known: Readonly<Record<string, Text>> = usageTexts;
  const named = /'([^']*)'/.exec(message)?.[1] ?? '';
  const text = known[code]?.[language].replace('{}', named);
  if (text === undefined) return message.replace(/^error: /, '');
  const choices = /Allowed choices are (.*)\.$/.exec(message)?.[1];
  const meant = /Did you mean (?:one of )?(.*)\?/.exec(message)?.[1];
  const more = choices
    ? { ko: `가능한 값: ${choices}`, en: `One of: ${choices}` }
    : meant && { ko: `혹시: ${meant}`, en: `Meant: ${meant}?` };
  return more ? `${text}. ${more[language]}` : text;
}
