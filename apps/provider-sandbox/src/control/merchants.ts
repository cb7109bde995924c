import type { sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import { FURTHER_MERCHANTS_MAX } from '../merchant/merchants.js';
import { newSecretKey, newSecurityKey } from '../merchant/further-merchant.js';
import type { ControlCall, ControlHandler } from './control-handler.js';
import { notFound, notPossible } from './control-refusals.js';

export const addMerchant: ControlHandler<typeof contract.addMerchant> = async ({ merchants }, { body }) => {
  const { mId, purposes = [], secretKeys = [newSecretKey()], securityKeys = [newSecurityKey()] } = body;
  assertFree(merchants, mId, secretKeys);
  if (merchants.further.length >= FURTHER_MERCHANTS_MAX)
    throw notPossible(`There are already ${FURTHER_MERCHANTS_MAX} further merchants`);
  const merchant = { mId, purposes, secretKeys, securityKeys };
  if (!(await merchants.add(merchant))) throw notPossible(`There is a merchant ${mId} already`);
  return merchant;
};

export const changeMerchantKeys: ControlHandler<typeof contract.changeMerchantKeys> = async (
  { merchants },
  { params: { mId }, body },
) => {
  assertFree(merchants, mId, body.secretKeys ?? []);
  const changed = await merchants.changeKeys(mId, {
    ...(body.secretKeys && { secretKeys: body.secretKeys }),
    ...(body.securityKeys && { securityKeys: body.securityKeys }),
  });
  if (!changed) throw notFound('such further merchant');
  return {
    ...changed,
    purposes: [...changed.purposes],
    secretKeys: [...changed.secretKeys],
    securityKeys: [...changed.securityKeys],
  };
};

export const listMerchants: ControlHandler<typeof contract.listMerchants> = async ({ merchants }) => ({
  items: [
    { mId: merchants.first.world.env.M_ID, purposes: [] },
    ...merchants.further.map(({ mId, purposes }) => ({ mId, purposes: [...purposes] })),
  ],
});

/** Throws for a secret key of another merchant: a request's key says whose request it is. */
function assertFree(merchants: ControlCall['merchants'], mId: string, secretKeys: readonly string[]): void {
  const others = secretKeys.map((key) => merchants.withKey(key)?.world.env.M_ID);
  if (others.some((other) => other !== undefined && other !== mId)) throw notPossible('Another merchant has that key');
}
