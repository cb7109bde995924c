import { Group } from '@mantine/core';
import { AccountChangeRows } from './account-change-rows.js';
import type { SellerShown } from './seller.js';
import { ChangeAccount } from './seller-application.js';

/** The accounts that the seller was and is paid to. */
export const SellerAccounts = ({ seller: { sellerId } }: SellerShown) => (
  <>
    <Group>
      <ChangeAccount sellerId={sellerId} />
    </Group>
    <AccountChangeRows fixed={{ sellerId }} />
  </>
);
