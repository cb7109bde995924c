import { type Call, Clock, type Handlers, idOfRequest, Serves } from '@jeongsan/nest-kit';
import { breakSheetsContract, type BreakSheetView, type SheetKind } from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { BreakPolicy } from '../resolve-break/break-policy.js';
import { applySheet } from './apply-sheet.js';
import { exportBreaks } from './export-breaks.js';
import { previewSheet } from './preview-sheet.js';
import { listSheetRows, readSheet } from './read-sheet.js';

/** Many breaks at once, by a spreadsheet. */
@Serves(breakSheetsContract)
export class BreakSheetsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: BreakPolicy,
  ) {}

  readonly handlers: Handlers<typeof breakSheetsContract> = {
    exportBreaks: ({ query }) => exportBreaks(this.db, query, this.clock.now()),
    previewBreakSheet: ({ body }, call) => this.preview('breaks', body.content, call),
    previewDecisionSheet: ({ body }, call) => this.preview('decisions', body.content, call),
    getBreakSheet: ({ params }) => readSheet(this.db, params.sheetId, this.clock.now()),
    listBreakSheetRows: ({ params, query }) => listSheetRows(this.db, params.sheetId, query, this.clock.now()),
    applyBreakSheet: ({ params }, { caller }) => this.apply('breaks', params.sheetId, caller),
    applyDecisionSheet: ({ params }, { caller }) => this.apply('decisions', params.sheetId, caller),
  };

  private preview(kind: SheetKind, content: string, call: Call): Promise<BreakSheetView> {
    const asked = { id: idOfRequest(call), kind, content };
    return previewSheet(this.db, asked, call.caller, this.policy, this.clock.now());
  }

  private apply(kind: SheetKind, id: string, caller: Call['caller']): Promise<BreakSheetView> {
    return applySheet(this.db, { id, kind, caller, policy: this.policy, now: this.clock.now() });
  }
}
