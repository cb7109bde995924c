import { endpoint } from '@jeongsan/http-contract';
import { LegacyPayout, SubMall } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { control } from './control-endpoint.js';

const payoutParams = z.object({ payoutKey: z.string().min(1).max(24) });

export const subMallControl = {
  finishSubMallKyc: endpoint({
    ...control,
    method: 'POST',
    path: '/control/sub-malls/{subMallId}/kyc',
    summary: 'The review of a sub-mall is completed; one under the limit is reviewed early.',
    params: z.object({ subMallId: z.string().min(1).max(20) }),
    success: { status: 200, body: SubMall },
  }),
  completeLegacyPayout: endpoint({
    ...control,
    method: 'POST',
    path: '/control/sub-malls/payouts/{payoutKey}/complete',
    summary: 'The bank takes the money of a payout to a sub-mall.',
    params: payoutParams,
    success: { status: 200, body: LegacyPayout },
  }),
  failLegacyPayout: endpoint({
    ...control,
    method: 'POST',
    path: '/control/sub-malls/payouts/{payoutKey}/fail',
    summary: 'The bank refuses the money of a payout to a sub-mall; it returns to the balance.',
    params: payoutParams,
    body: z.object({ code: z.string().max(100), message: z.string().max(510) }),
    success: { status: 200, body: LegacyPayout },
  }),
} as const;
