/** Endpoints without an example, since the story of tools/attack does not reach them, and why. To be kept short. */
export const untold: Readonly<Record<string, string>> = {
  eraseSeller: 'no seller of the story is refused or closed by the provider',
  proposeParkedDecision: 'no fault of the sandbox lets a payout be parked within the story',
  approveParkedDecision: 'needs a proposal about a parked payout',
  rejectParkedDecision: 'needs a proposal about a parked payout',
};
export const UNTOLD_MAX = 4;
