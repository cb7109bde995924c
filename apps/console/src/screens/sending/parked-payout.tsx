import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Grid } from '../../blocks/grid.js';
import { Kst } from '../../blocks/kst.js';
import { Loaded } from '../../blocks/loaded.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import { State } from '../../blocks/state.js';
import { useParam } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { wonIn, wonOf } from '../../texts/amounts.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { ParkedActions } from './parked-actions.js';
import { sendingTexts } from './sending.texts.js';
import { parkedKindWords } from './sending.words.js';

export type Parked = OutputOf<'getParkedPayout'>;
type Shown = Readonly<{ parked: Parked }>;

/** A payout that waits for people, with the evidence for and against its having been made. */
export function ParkedPayout() {
  const payoutId = useParam('payoutId');
  const parked = useRead('getParkedPayout', { input: { params: { payoutId } } });
  return <Loaded of={parked}>{(data) => <Whole parked={data} />}</Loaded>;
}

function Whole({ parked }: Shown) {
  const t = useTexts(sendingTexts);
  const { language } = useLanguage();
  return (
    <Page title={t.parkedOne(wonIn(language, wonOf(parked.amount)))} aside={<ParkedActions parked={parked} />}>
      <Proposal parked={parked} />
      <Panel title={t.evidence}>
        <Facts
          facts={[
            [t.seller, <Id key="seller" id={parked.sellerId} at={places.seller(parked.sellerId)} />],
            [t.run, <Id key="run" id={parked.runId} at={places.run(parked.runId)} />],
            [t.payout, <Id key="payout" id={parked.payoutId} at={places.payout(parked.payoutId)} />],
            [t.ref, <Id key="ref" id={parked.refPayoutId} />],
            [t.parkedAt, <Kst key="at" at={parked.parkedAt} />],
            [t.absent, t.times(parked.absentRounds)],
            [t.duplicate, t.times(parked.duplicateRounds)],
            [t.lastAnswer, <bdi key="answer">{parked.lastAnswer ?? '–'}</bdi>, 'wide'],
          ]}
        />
      </Panel>
      <Panel title={t.listings}>
        <Grid
          caption={t.listings}
          empty={t.listingsNone}
          items={parked.listings}
          keyOf={(listing) => listing.listedAt}
          columns={[
            { title: t.listedAt, cell: (listing) => <Kst at={listing.listedAt} /> },
            { title: t.days, cell: (listing) => `${listing.fromDate} – ${listing.toDate}` },
            { title: t.listed, align: 'end', cell: (listing) => listing.payoutsListed },
          ]}
        />
      </Panel>
    </Page>
  );
}

function Proposal({ parked: { proposal } }: Shown) {
  const t = useTexts(sendingTexts);
  return (
    <Panel title={t.proposal}>
      {proposal === null ? (
        t.proposalNone
      ) : (
        <Facts
          facts={[
            [t.decision, <State key="kind" words={parkedKindWords} is={proposal.kind} />],
            proposal.providerPayoutId !== null && [t.providerPayout, <Id key="p" id={proposal.providerPayoutId} />],
            [t.proposedBy, proposal.proposedBy],
            [t.proposedAt, <Kst key="at" at={proposal.proposedAt} />],
            [t.reason, <bdi key="reason">{proposal.reason}</bdi>, 'wide'],
          ]}
        />
      )}
    </Panel>
  );
}
