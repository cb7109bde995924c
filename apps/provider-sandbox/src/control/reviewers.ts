import type { sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import { changeSellerStatus } from '../sellers/change-status.js';
import { lockSeller, sellerOf } from '../sellers/seller.js';
import type { ControlHandler } from './control-handler.js';
import { notFound, notPossible } from './control-refusals.js';

export const finishIdentityCheck: ControlHandler<typeof contract.finishIdentityCheck> = async (call, { params }) => {
  const seller = await lockSeller(call.sql, params.id);
  if (!seller) throw notFound('such seller');
  const checked = await changeSellerStatus(call, seller, 'verifyIdentity');
  if (!checked) throw notPossible(`A seller that is ${seller.status} has no identity check before it`);
  return sellerOf(checked);
};

/** Ends a seller's review; a seller who has not reached its limit is put under review first. */
export const finishKyc: ControlHandler<typeof contract.finishKyc> = async (call, { params }) => {
  const seller = await lockSeller(call.sql, params.id);
  if (!seller) throw notFound('such seller');
  const underReview = (await changeSellerStatus(call, seller, 'exceedWeeklyLimit')) ?? seller;
  const approved = await changeSellerStatus(call, underReview, 'completeKyc');
  if (!approved) throw notPossible(`A seller that is ${seller.status} cannot be reviewed`);
  return sellerOf(approved);
};

export const reviewSellerAgain: ControlHandler<typeof contract.reviewSellerAgain> = async (call, { params }) => {
  const seller = await lockSeller(call.sql, params.id);
  if (!seller) throw notFound('such seller');
  const underReview = await changeSellerStatus(call, seller, 'reviewAgain');
  if (!underReview) throw notPossible(`A seller that is ${seller.status} is not reviewed again`);
  return sellerOf(underReview);
};
