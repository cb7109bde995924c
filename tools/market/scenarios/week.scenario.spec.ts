import { openStage, SHORT_MONTH, type Stage, type Stay } from './rehearsal.js';
import { testKills } from './week/kills.js';
import { testLists } from './week/lists.js';
import { testOtherOrders } from './week/other-order.js';

// One undisturbed play: its lists are read, and what every other play of the same week comes to is compared with it.

let stage: Stage;
let stay: Stay;
beforeAll(async () => {
  stage = await openStage('scenario-week', SHORT_MONTH);
  stay = await stage.playAndStay();
});
afterAll(async () => {
  await stay?.platform.stop();
  await stage?.close();
});

const ofWeek = () => ({ stage, undisturbed: stay.outcome });

describe('lists', () => testLists(() => stay.platform));
describe('another order', () => {
  afterLists();
  testOtherOrders(ofWeek);
});
describe('kills', () => {
  afterLists();
  testKills(ofWeek);
});

/** A further play uses the same databases: the platform of the undisturbed one has stopped before it begins. */
function afterLists(): void {
  beforeAll(() => stay.platform.stop());
}
