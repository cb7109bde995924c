import type { ReactNode } from 'react';
import { openPayout } from './address.js';
import classes from './seller.module.css';

/** Opens a payout on this page. */
export const PayoutLink = ({ payoutId, children }: Readonly<{ payoutId: string; children: ReactNode }>) => (
  <button type="button" className={classes.link} onClick={() => openPayout(payoutId)}>
    {children}
  </button>
);
