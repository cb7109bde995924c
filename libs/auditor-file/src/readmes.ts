import type { Period } from './rows.js';

/** The instructions in the archive, in both languages. */
export const readmes = ({ from, until }: Period): Readonly<Record<string, string>> => ({
  'README.en.md': `# Auditor's file, ${from} to ${until}

The books of an open market that were kept by Jeongsan. Amounts are in minor units of their currency (won have none), as text.
Positive entries are debits, negative ones credits. Days and months are those of Asia/Seoul, times are UTC.

Check it: unpack the archive into an empty folder and run \`node check.mjs\` there (Node.js 20.19 or later, nothing else). The
program answers \`OK\` (exit code 0), or \`BAD\` with the first file and row that is wrong (exit code 6). It checks the
signature, the hash of every file, that every posting balances, that the journal makes the closing balances from the opening
ones, that the lines of each statement are its movements and are the entries of the seller in the journal, reports, and the chains of
decisions and proofs. Lines of entries of other months are in the journal of those months' files. The key that signed is named by its thumbprint: compare it with the
one that the market publishes (\`/reconciliation/proof-keys\`), or pass it: \`node check.mjs THUMBPRINT\`. Proofs that an earlier key of
the market signed count when you name both: \`node check.mjs THUMBPRINT EARLIER\`.

| file | a row is |
| --- | --- |
| accounts.ndjson | an account with its opening balance, its movement and its closing balance |
| journal/DAY.ndjson | a posting with its entries; \`corrects\`: the time of a fact whose month was closed |
| months.ndjson | a month: its state, and its figures when it was closed |
| month-requests.ndjson | a request to close or to reopen a month; also of an earlier month, when it was decided after that month's file ended |
| statements.ndjson | a seller's statement: opening + movements = payout + carried |
| statement-lines.ndjson | a line of a statement with its ledger entry, its order line and what its amount consists of; \`corrects\`: the closed month that it corrects |
| decisions.ndjson | a decision: who, when, why, before and after; chained by hashes |
| proofs.ndjson | the signed proof of a night |
| breaks.ndjson | a change of a difference between the books and the provider's records; without an action: a difference as it was found; also of earlier days, when it happened after their file ended |
| reports/MONTH.json | the report of a month: each account with its movements by kind of posting |
| manifest.json, manifest.sig | hashes and rows of all files; the Ed25519 signature of the manifest |

Sellers are named by their ids. Names and account numbers are not in this archive.
`,
  'README.ko.md': `# 감사용 파일 ${from} ~ ${until}

정산(Jeongsan)이 기록한 오픈마켓의 장부입니다. 금액은 통화의 최소 단위이며(원화는 원) 문자열로 적혀 있습니다. 양수는 차변, 음수는
대변입니다. 일자와 월은 한국 시간(Asia/Seoul), 시각은 UTC 기준입니다.

검사 방법: 빈 폴더에 압축을 풀고 그 폴더에서 \`node check.mjs\`를 실행합니다(Node.js 20.19 이상만 있으면 됩니다). 이상이 없으면 \`OK\`(종료
코드 0), 있으면 \`BAD\`와 함께 처음으로 잘못된 파일과 행을 알려 줍니다(종료 코드 6). 서명, 모든 파일의 해시, 전표별 차대 일치, 기초 잔액과
분개에서 기말 잔액이 나오는지, 명세서의 내역이 당기 합계와 같고 판매자의 분개와 일치하는지, 월 보고서, 결정과 증명의 연결을 검사합니다.
다른 달의 분개에 속한 내역은 그 달의 파일에 있습니다. 서명한 키는 지문으로 표시됩니다. 마켓이 공개한 키
(\`/reconciliation/proof-keys\`)와 비교하거나 \`node check.mjs 지문\`처럼 넘겨 주십시오. 마켓의 이전 키가 서명한 증명이 있으면
\`node check.mjs 지문 이전지문\`처럼 두 지문을 모두 넘겨 주십시오.

| 파일 | 한 행의 내용 |
| --- | --- |
| accounts.ndjson | 계정과 기초 잔액, 증감, 기말 잔액 |
| journal/일자.ndjson | 전표와 분개; \`corrects\`: 마감된 월에 속한 사실의 시각 |
| months.ndjson | 월의 상태와 마감 당시의 수치 |
| month-requests.ndjson | 월 마감 또는 재개 요청; 이전 월의 파일이 끝난 뒤에 결정된 요청 포함 |
| statements.ndjson | 판매자 정산 명세서: 이월 + 당기 = 지급 + 차기 이월 |
| statement-lines.ndjson | 명세서의 한 내역: 분개, 주문 상품, 금액의 구성; \`corrects\`: 정정 대상이 되는 마감된 월 |
| decisions.ndjson | 결정: 누가, 언제, 왜, 전과 후; 해시로 연결됨 |
| proofs.ndjson | 서명된 야간 증명 |
| breaks.ndjson | 장부와 제공자 기록 사이의 차이와 그 변경 이력; action이 없으면 발견된 그대로의 차이; 이전 일자의 파일이 끝난 뒤에 생긴 이력 포함 |
| reports/월.json | 월 보고서: 계정별, 전표 종류별 증감 |
| manifest.json, manifest.sig | 모든 파일의 해시와 행 수, 그리고 Ed25519 서명 |

판매자는 식별자로만 표시됩니다. 이름과 계좌번호는 이 파일에 없습니다.
`,
});
