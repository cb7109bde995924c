import { endpoint } from '@jeongsan/http-contract';
import { BankName } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { control } from './control-endpoint.js';

/** An account at a bank of the sandbox, and its holder. */
const HeldAccount = z.object({
  bank: BankName,
  accountNumber: z.string().regex(/^\d{1,20}$/, '1 to 20 digits'),
  holderName: z.string().min(1).max(100),
  /** A person's birth date YYMMDD or a business registration number; null: every number matches. */
  identityNumber: z
    .string()
    .regex(/^(\d{6}|\d{10})$/, '6 or 10 digits')
    .nullable(),
});

export const bankAccountControl = {
  describeBankAccount: endpoint({
    ...control,
    method: 'PUT',
    path: '/control/bank-accounts',
    summary:
      'Say who holds an account: verifications, registrations and refunds compare names and numbers with the holder.',
    body: HeldAccount,
    success: { status: 200, body: HeldAccount },
  }),
} as const;
