import { obeyRehearsal, type Failpoint, type FailOrder, type FailReport } from '@jeongsan/failpoints';

export type OwnRehearsal = Readonly<{
  /** What this process reported since the last order. */
  reports: FailReport[];
  give: (order: FailOrder) => void;
  /** At its next hit, the failpoint throws: the work ends there, as it would with its process. */
  strike: (failpoint: Failpoint) => void;
}>;

/** Lets a spec strike failpoints in its own process. */
export function ownRehearsal(): OwnRehearsal {
  const reports: FailReport[] = [];
  let obey: (order: FailOrder) => void = () => undefined;
  obeyRehearsal(
    { NODE_ENV: 'development', CONTROLLED_CLOCK: true, FAILPOINTS: true },
    {
      send: (report: FailReport, sent: (error: null) => void) => {
        reports.push(report);
        setImmediate(() => sent(null));
      },
      on: (_event: 'message', listener: (message: unknown) => void) => {
        obey = listener;
      },
    },
  );
  const give = (order: FailOrder) => {
    reports.length = 0;
    obey(order);
  };
  return { reports, give, strike: (failpoint) => give({ failpoint, nth: 1, action: 'throw', ms: 0 }) };
}
