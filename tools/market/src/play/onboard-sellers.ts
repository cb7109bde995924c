import { CallError } from '@jeongsan/http-contract';
import { plainTerms, type TermsBody, type TermsInput, WHOLE } from '@jeongsan/settlement';
import type { Reserve, Seller, Terms } from '../market-files/market.js';
import { writeCycle } from '../market-files/terms-file.js';
import type { Clients } from '../platform/clients.js';
import type { Platform } from '../platform/platform.js';
import { inParallel } from './in-parallel.js';
import { listAll } from './list-all.js';
import { waitUntilQuiet, type QuietOptions } from './quiet.js';

const AT_ONCE = 8;

/** Every seller applies, gets terms, and passes the provider's checks as far as its `verification` says. */
export async function onboardSellers(
  platform: Pick<Platform, 'clients' | 'clock'>,
  market: { sellers: readonly Seller[]; terms: readonly Terms[] },
  options: QuietOptions & { onSeller?: (done: number) => void },
): Promise<void> {
  const { clients } = platform;
  let done = 0;
  await inParallel(market.sellers, AT_ONCE, async (seller) => {
    await clients.onboarding.applySeller({ body: application(seller) });
    options.onSeller?.((done += 1));
  });
  await inParallel(market.terms, AT_ONCE, async (terms) => {
    const { sellerId, effectiveFrom } = terms;
    await clients.terms.setTerms({ params: { sellerId }, body: { effectiveFrom, ...agreed(terms) } });
  });
  await waitUntilQuiet(platform, options);
  const registered = await providerIds(clients);
  await inParallel(market.sellers, AT_ONCE, (seller) => verify(clients, seller, registered.get(seller.sellerId)));
  await waitUntilQuiet(platform, options);
}

const SHARE_OF_A_PERCENT = WHOLE / 100;

function agreed({ commissionRate, tranches, cycle, datePolicy, taxType, reserve, debtNetPercent }: Terms): TermsBody {
  return plainTerms({
    ...{ commissionRate, datePolicy, taxType, cycle: writeCycle(cycle) },
    tranches: tranches.map(({ percent, days, unit }) => ({ share: percent * SHARE_OF_A_PERCENT, days, unit })),
    reserve: reserve === undefined ? null : reserveIn(reserve),
    debt: { netShare: debtNetPercent * SHARE_OF_A_PERCENT },
  });
}

const reserveIn = (reserve: Reserve): TermsInput['reserve'] =>
  reserve.kind === 'FIXED'
    ? { kind: 'FIXED', amount: Number(reserve.amount) }
    : { kind: 'ROLLING', rate: reserve.percent * SHARE_OF_A_PERCENT, days: reserve.days };

function application(seller: Seller): Parameters<Clients['onboarding']['applySeller']>[0]['body'] {
  const { sellerId, businessType, name, representativeName, businessRegistrationNumber, email, phone } = seller;
  const { bankCode, accountNumber, holderName } = seller;
  return {
    ...{ sellerId, businessType, name, email, phone },
    ...(representativeName !== undefined && { representativeName }),
    ...(businessRegistrationNumber !== undefined && { businessRegistrationNumber }),
    account: { bankCode, accountNumber, holderName },
  };
}

async function providerIds({ onboarding }: Clients): Promise<Map<string, string>> {
  const sellers = await listAll((after) => onboarding.listSellerViews({ query: { limit: 100, ...after } }));
  return new Map(
    sellers.flatMap(({ sellerId, providerSellerId }) =>
      providerSellerId === null ? [] : [[sellerId, providerSellerId]],
    ),
  );
}

async function verify({ control, provider }: Clients, seller: Seller, id: string | undefined): Promise<void> {
  if (id === undefined) throw new Error(`${seller.sellerId} was not registered with the provider`);
  const status = async () => (await provider.getSeller({ params: { id } })).entityBody.status;
  // A repeat whose first answer was lost finds the work done.
  const unlessDone = (isDone: (status: string) => boolean) => async (error: unknown) => {
    if (!(error instanceof CallError && error.code === 'NOT_POSSIBLE' && isDone(await status()))) throw error;
  };
  // A corporation is identified by its registration: only persons verify their identity.
  if (seller.verification !== 'NEVER' && seller.businessType !== 'CORPORATE') {
    await control.finishIdentityCheck({ params: { id } }).catch(unlessDone((now) => now !== 'APPROVAL_REQUIRED'));
  }
  if (seller.verification === 'COMPLETED') {
    await control.finishKyc({ params: { id } }).catch(unlessDone((now) => now === 'APPROVED'));
  }
}
