import { closedLoop } from '../harness/load.js';
import { followOrders } from '../harness/side-child.js';
import { openSide, type OpenSide } from './operations.js';
import type { SideAnswer, SideOrder, SideSetup } from './side-order.js';

let setup: SideSetup | undefined;
let side: OpenSide | undefined;

async function follow(order: SideOrder): Promise<SideAnswer> {
  if (order.do === 'open') {
    setup = order.setup;
    side = await openSide(setup);
    return { did: 'open' };
  }
  if (!side || !setup) throw new Error('Open comes before load');
  const load = await closedLoop(setup.lanes, order.size, side.operate);
  return { did: 'load', load: { ...load, operations: load.operations * side.operationsPerCall } };
}

followOrders(follow);
