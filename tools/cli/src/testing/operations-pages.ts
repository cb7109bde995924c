/** What the operators' pages need beside what they say, by page. */
export type PageAid = Readonly<{
  /** Commands that bring about what the page is for. */
  before?: string;
  /** What a person does between two blocks, by the first line of the second one. */
  beforeBlock?: Readonly<Record<string, string>>;
  /** What the page promises that one sees, where a wrong answer would have no exit code. */
  sees?: readonly RegExp[];
  /** Why each block that is marked `not-run` is not run, in the order of the page. */
  notRun?: readonly string[];
}>;

const ENGINE = 'a container engine';
const asApprover = 'JEONGSAN_KEY=$APPROVER_TOKEN jeongsan';
const control = (path: string, body = '{}'): string =>
  `curl -sS --fail-with-body "$PROVIDER_URL/control/${path}" -H 'content-type: application/json' -d '${body}'`;
const proposedAdjustment = '$(jeongsan api GET "/adjustments?state=proposed" --only id)';

export const aids: Readonly<Record<string, PageAid>> = {
  'start-and-stop.md': { notRun: [ENGINE, 'the quickstart, which has a test of its own, types it'] },
  'servers.md': { notRun: ['an administrator of a server, and its console for passwords'] },
  'why-it-waits.md': { sees: [/waiting\.for +PAYOUTS/] },
  'stop-everything.md': { sees: [/state +halted/, /state +open/] },
  'breaks.md': {
    sees: [/state +EXPLAINED/],
    beforeBlock: {
      'SHEET=$(jeongsan break sheet preview breaks.csv --only id)': `node -e '
        const [, id, version] = /\\n"?([0-9a-f-]{36})"?,"?(\\d+)/.exec(fs.readFileSync("breaks.csv", "utf8"));
        fs.writeFileSync("breaks.csv", "id,version,verb,remark\\r\\n" + id + "," + version + ",comment,확인함\\r\\n")'`,
    },
  },
  'failed-payout.md': {
    before: [
      'PAYOUT=$(jeongsan payout list --seller-id acme --state in_transit --limit 1 --only id)',
      control(
        'payouts/$(jeongsan payout show $PAYOUT --only providerPayoutId)/fail',
        '{"code": "FAILED", "message": "점검"}',
      ),
      'jeongsan clock advance 10m',
    ].join('\n'),
  },
  'parked-payout.md': {
    before: [
      control('faults', '{"operation": "createPayouts", "kind": "error", "status": 500, "times": 1000}'),
      'jeongsan clock advance --to 2026-05-11T14:00',
      'curl -sS --fail-with-body -X DELETE "$PROVIDER_URL/control/faults"',
    ].join('\n'),
  },
  'nightly-proof.md': {
    sees: [/same +true/, /^true$/m, /Signature Verified Successfully/],
    notRun: ['a login of the database for readers'],
  },
  'changed-account.md': {
    before: [
      'JEONGSAN_KEY=$MARKET_KEY jeongsan seller account dora --bank-code 004 --account-number 52101234567890 --holder-name 도라 --yes',
      'jeongsan clock advance 10m',
    ].join('\n'),
  },
  'holds-reserves-debts.md': {
    before: [
      `jeongsan api POST /sellers/acme/adjustments --yes --data '{"amount": -9000000, "reason": "a penalty"}'`,
      `${asApprover} api POST /adjustments/${proposedAdjustment}/approve --yes`,
    ].join('\n'),
  },
  'unallocated-money.md': { notRun: ['a cancel without lines'] },
  'statements-and-invoices.md': {
    before: 'jeongsan clock advance --to 2026-06-01T05:00',
    notRun: ['a mail server'],
  },
  'close-a-month.md': {
    sees: [/^(CLOSING|CLOSED)$/m],
    notRun: ['a month that lacks nothing', 'the month is needed closed by the next page'],
  },
  'auditors-file.md': { sees: [/^OK/m], notRun: ['a clone that is built by itself'] },
  'dead-jobs.md': { notRun: ['the job was revived before'] },
  'rotate-a-key.md': {
    sees: [/^PROOF_SIGNING_KEY: 2 keys$/m, /whsec_/],
    before: 'node deploy/new-env.mjs .env\nopenssl rand -hex 32 > new-key.txt',
    notRun: ['a key that was deployed'],
  },
  'retention.md': { notRun: ['a month that is over'] },
  'erase-a-person.md': { notRun: ['a seller that is closed'] },
};

/** Pages whose commands need more than one platform has, and what that is: trials of their own run them. */
export const typedElsewhere: Readonly<Record<string, string>> = {
  'deploy.md': 'a container engine, or a cluster',
  'upgrade.md': 'two releases side by side',
  'alerts.md': 'Prometheus',
  'metrics.md': 'Prometheus',
  'fail-over.md': 'a standby',
  'restore.md': 'a second server',
};
