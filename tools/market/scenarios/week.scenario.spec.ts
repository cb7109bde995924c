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

describe('lists', () => {
  testLists(() => stay.platform);
  // The next play would share its databases.
  afterAll(() => stay.platform.stop());
});
describe('another order', () => testOtherOrders(ofWeek));
describe('kills', () => testKills(ofWeek));
