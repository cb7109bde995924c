import { endpoint, type Endpoint } from '@jeongsan/http-contract';
import { z } from 'zod';
import { codes } from './errors.js';
import { BankCode } from './sellers.contract.js';
import { entity } from './v2-envelope.js';
import { decisive } from './reading.js';

/** Bank-account verification (document 2 section 4). Between 23:30 and 00:30 verification may fail: retry later. */
const AccountToCheck = z.object({ bankCode: BankCode, accountNumber: z.string().regex(/^\d{1,14}$/) });
const holderName = z.string().min(1).max(50);
/** A person's birth date YYMMDD, or a business's registration number. */
const identityNumber = z.string().regex(/^(\d{6}|\d{10})$/);

const verification = <const P extends Endpoint['path'], B extends z.ZodType, R extends z.ZodType>(
  path: P,
  summary: string,
  body: B,
  answer: R,
) =>
  endpoint({
    method: 'POST',
    path,
    summary,
    security: 'basic',
    body,
    success: { status: 200, body: entity('bank-account', answer) },
    errors: codes(
      'INVALID_BANK',
      'INVALID_ACCOUNT_NUMBER',
      'NOT_AVAILABLE_BANK_ACCOUNT_VERIFICATION',
      'FORBIDDEN_REQUEST',
    ),
  });

const IsValid = decisive(z.object({ isValid: z.boolean() }), ['isValid']);

export const lookupHolderName = verification(
  '/v2/bank-accounts/lookup-holder-name',
  'The name an account is held under.',
  AccountToCheck,
  decisive(z.object({ holderName: z.string() }), ['holderName']),
);
export const validateAccount = verification(
  '/v2/bank-accounts/validate',
  'Whether an account exists.',
  AccountToCheck,
  IsValid,
);
export const verifyIdentifier = verification(
  '/v2/bank-accounts/verify-identifier',
  'Whether an account belongs to an identity number (direct-lookup banks only).',
  AccountToCheck.extend({ identityNumber }),
  IsValid,
);
export const verifyHolderName = verification(
  '/v2/bank-accounts/verify-holder-name',
  'Whether an account is held under a name.',
  AccountToCheck.extend({ holderName }),
  IsValid,
);
export const verifyHolderRealName = verification(
  '/v2/bank-accounts/verify-holder-real-name',
  'Whether an account matches a name and an identity number.',
  AccountToCheck.extend({ holderName, identityNumber }),
  IsValid,
);

export const bankAccountOperations = {
  lookupHolderName,
  validateAccount,
  verifyIdentifier,
  verifyHolderName,
  verifyHolderRealName,
} as const;
