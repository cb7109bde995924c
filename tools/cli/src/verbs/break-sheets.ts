import type { OperationInput, OperationOutput } from '@jeongsan/client';
import { encodeOutput } from '@jeongsan/http-contract';
import { exits, type Exit } from '../faults.js';
import { targetOf } from '../operations/endpoints.js';
import { readInput } from '../operations/input-problem.js';
import { bytesIn } from '../operations/read-data.js';
import { printRecord } from '../output/print.js';
import { progressOn } from '../output/progress.js';
import type { Row } from '../output/table.js';
import { callOptionsOf, clientOf, confirm, credentialOf, type Session } from '../session.js';
import type { OwnVerb } from './own-verb.js';

/** A sheet of 10,000 rows is carried out in parts; each answer has at least one row more. */
const PARTS_MAX = 10_000;
type Sheet = OperationOutput<'getBreakSheet'>;
type OfSheet = OperationInput<'getBreakSheet'>;

/** Sends a filled spreadsheet, and shows what its rows would do. Nothing is changed by it. */
export const previewSheet: OwnVerb = {
  args: ['<file>'],
  flags: [{ flags: '--decisions', about: 'sheetOfDecisions' }],
  changes: true,
  example: 'break sheet preview breaks.csv',
  run: async (session, { file = '' }, { decisions }) => {
    const content = (await bytesIn(file, session.words.noFile)).toString('base64');
    const client = clientOf(session, await credentialOf(session));
    const input = { body: { content } };
    const options = callOptionsOf(session);
    const sheet = await (decisions === undefined
      ? client.previewBreakSheet(input, options)
      : client.previewDecisionSheet(input, options));
    session.terminal.err(`${session.words.sheetNext(sheet.id)}\n`);
    return show(session, sheet);
  },
};

/** Carries out the rows of a spreadsheet that was previewed, until all have a result. */
export const applySheet: OwnVerb = {
  args: ['<sheet-id>'],
  flags: [],
  changes: true,
  example: 'break sheet apply 018f0e5a-0000-7000-8000-000000000001',
  run: async (session, args) => {
    const client = clientOf(session, await credentialOf(session));
    const parts = { params: { sheetId: args['sheet-id'] } };
    const input = readInput(targetOf('getBreakSheet').endpoint, parts, [], session.words) as OfSheet;
    const { kind, rows, preview } = await client.getBreakSheet(input);
    const refused = preview.refused ?? 0;
    await confirm(session, session.words.sheetApply(rows - refused, refused));
    const progress = progressOn(session.terminal, session.words.applying);
    const apply = kind === 'breaks' ? client.applyBreakSheet : client.applyDecisionSheet;
    let sheet = await apply(input, callOptionsOf(session));
    for (let part = 1; sheet.state === 'applying' && part < PARTS_MAX; part += 1) {
      progress.at(done(sheet), rows - refused);
      sheet = await apply(input);
    }
    progress.end();
    return show(session, sheet);
  },
};

const done = ({ results }: Sheet): number => Object.values(results).reduce((sum, count) => sum + count, 0);

async function show({ printer }: Session, sheet: Sheet): Promise<Exit> {
  const { endpoint } = targetOf('getBreakSheet');
  await printRecord(printer, encodeOutput(endpoint, sheet) as Row, endpoint.success.body);
  return exits.done;
}
