import { resolve } from 'node:path';
import { FLOOR_PROOF, prepareFloor } from '../floors/xfer.js';
import type { BenchServer } from '../harness/bench-server.js';
import type { Load, LoadSize } from '../harness/load.js';
import type { Side } from '../harness/rounds.js';
import { startSideChild } from '../harness/side-child.js';
import { LEDGER_PROOF, prepareLedger, proofFrom, proveBooks } from './ledger-database.js';
import type { Shape, SideAnswer, SideKind, SideOrder } from './side-order.js';

const ENTRY = resolve(import.meta.dirname, 'side.main.js');

export const LANES = 8;
export const SELLERS = 10_000;

export type LedgerSide = Side & Readonly<{ loadSize: (size: LoadSize) => Promise<Load> }>;

/** A database with its side ready to post to it. */
export async function ledgerSide(
  server: BenchServer,
  { kind, shape, about, name = kind }: { kind: SideKind; shape: Shape; about: string; name?: string },
): Promise<LedgerSide> {
  const url = await server.createDatabase(name);
  await (kind === 'subject' ? prepareLedger(url, SELLERS) : prepareFloor(url));
  return sideOn(url, { kind, shape, about, name, sellers: SELLERS });
}

/** A side on a database that exists. */
export async function sideOn(
  url: string,
  { kind, shape, about, name, sellers }: { kind: SideKind; shape: Shape; about: string; name: string; sellers: number },
): Promise<LedgerSide> {
  const proofOf = proofFrom(url, kind === 'subject' ? LEDGER_PROOF : FLOOR_PROOF);
  const before = await proofOf();
  const child = startSideChild<SideOrder, SideAnswer>(ENTRY, { name: kind });
  await child.ask({ do: 'open', setup: { kind, shape, url, lanes: LANES, sellers } });
  let acknowledged = 0;
  const loadSize = async (size: LoadSize): Promise<Load> => {
    const answer = await child.ask({ do: 'load', size });
    if (answer.did !== 'load') throw new Error(`Expected a load, not ${answer.did}`);
    const { load } = answer;
    acknowledged += load.operations;
    return load;
  };
  return {
    name,
    about,
    pids: [child.pid],
    load: (seconds) => loadSize({ seconds }),
    loadSize,
    check: () => proveBooks(proofOf, before, acknowledged),
    stop: child.stop,
  };
}
