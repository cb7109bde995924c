import { verifyWholeTrail } from '@jeongsan/audit';
import { type Flaw, flaw, flawText, type PublicKey, verifyKept, verifyLedger, verifyProofs } from '@jeongsan/books';
import type { Executor } from '@jeongsan/database';
import { checkFile } from './check-file.js';
import { isJson, outputOption, parsed } from '../arguments.js';
import { changeDatabase } from '../change-database.js';
import { publishedKeysIn } from '../published-keys.js';
import { readDatabase } from '../read-database.js';
import { exits, type Verb } from '../verb.js';

/** Verifies the ledger, the proofs and the decisions of a database, and names the first bad rows. */
export const verify: Verb = {
  about: 'recompute the ledger, the proofs and the audit trail; name the first bad row of each kind',
  usage: [
    "FILE            check an auditor's file instead, as check-file does: no database",
    '--keys FILE     the published keys of proofs (GET /reconciliation/proof-keys); without them the stored keys are believed',
    '--seals         recompute every seal as well: ten times as long, and needs no earlier verification to compare with',
    '--months DIR    the folder of exported months: rows kept of a dropped month are compared with its files',
    '-o json         the result as JSON',
  ],
  run: async (call) => {
    const { args, print, say } = call;
    if (args[0] !== undefined && !args[0].startsWith('-')) return checkFile.run(call);
    const { values } = parsed(args, {
      ...outputOption,
      keys: { type: 'string' },
      months: { type: 'string' },
      seals: { type: 'boolean' },
    });
    const asJson = isJson(values.output);
    const keys = values.keys === undefined ? null : await publishedKeysIn(values.keys);
    const verified = await readDatabase((tx) => verifyAll(tx, keys, values.seals ? 'seals' : 'sums'));
    const kept = await changeDatabase((db) => verifyKept(db, values.months ?? null));
    const report = {
      ...verified,
      uncompared: kept.uncompared,
      flaws: [...verified.flaws, ...kept.flaws],
      sound: verified.sound && kept.flaws.length === 0,
    };
    if (asJson) print(JSON.stringify(report));
    else for (const one of report.flaws) print(flawText(one));
    const { postings, entries, proofs, decisions, flaws, sound } = report;
    say(`${postings} postings, ${entries} entries, ${proofs} proofs, ${decisions} decisions`);
    for (const month of kept.uncompared)
      say(`${month}: what is kept of it was not compared: name the folder of its files with --months`);
    say(sound ? 'The books are sound' : `${flaws.length} flaws`);
    return sound ? exits.done : exits.failed;
  },
};

async function verifyAll(tx: Executor, keys: readonly PublicKey[] | null, recompute: 'sums' | 'seals') {
  const { flaws: inLedger, sound: _, ...ledger } = await verifyLedger(tx, recompute);
  const proofs = await verifyProofs(tx, keys);
  const trail = await verifyWholeTrail(tx);
  const flaws = [...inLedger, ...proofs.flaws, ...(trail.firstBad ? [decisionFlaw(trail.firstBad)] : [])];
  return { ...ledger, proofs: proofs.verified, decisions: trail.verified, flaws, sound: flaws.length === 0 };
}

type TrailFault = NonNullable<Awaited<ReturnType<typeof verifyWholeTrail>>['firstBad']>;
const faultTexts = {
  CHANGED: ['the row that was hashed', 'another row'],
  MISSING: ['a decision', 'no row'],
  REWRITTEN: ['the row of an earlier verification', 'another row'],
  UNCHAINED: ['the decision before', 'another predecessor'],
} as const satisfies Record<TrailFault['fault'], readonly [string, string]>;

function decisionFlaw({ fault, number, id }: TrailFault): Flaw {
  const [expected, found] = faultTexts[fault];
  return flaw({ check: 'DECISION', subject: `decision/${number}${id === null ? '' : `/${id}`}`, expected, found });
}
