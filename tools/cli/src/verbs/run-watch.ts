import { csvTable, encodeOutput } from '@jeongsan/http-contract';
import { watchRun } from '@jeongsan/platform-contract';
import { exits } from '../faults.js';
import { clientOf, credentialOf, type Session } from '../session.js';
import type { OwnVerb } from './own-verb.js';

type Progress = Parameters<typeof encodeOutput<typeof watchRun>>[1];

/** Shows a payout run until it is finished: a line now, and one for each change. */
export const runWatch: OwnVerb = {
  args: ['<run-id>'],
  flags: [],
  example: 'run watch 018f0e5a-0000-7000-8000-000000000001',
  run: async (session, { 'run-id': runId = '' }) => {
    const client = clientOf(session, await credentialOf(session));
    const { head, rowOf } = csvTable(watchRun.success.body);
    if (session.printer.format === 'csv') session.terminal.out(head);
    for await (const progress of client.watchRun({ params: { runId } }))
      session.terminal.out(lineOf(session, progress, rowOf));
    return exits.done;
  },
};

function lineOf({ printer: { format } }: Session, progress: Progress, rowOf: (wire: unknown) => string): string {
  const wire = encodeOutput(watchRun, progress);
  if (format === 'csv') return rowOf(wire);
  // JSON too has a line for each: no reader could wait for the end of one document.
  if (format !== 'table') return `${JSON.stringify(wire)}\n`;
  const { state, payoutCount, payouts } = progress;
  const counts = payouts.map((one) => `${one.state} ${one.count} (${one.amount} won)`).join(', ');
  return `${state}: ${payoutCount} payouts${counts && `: ${counts}`}\n`;
}
