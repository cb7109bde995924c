/** For Korean readers: '1,234,567원'. */
export const formatWon = (minor: bigint): string => `${groupedWon(minor)}원`;

/** For English readers: '-₩1,234,567', the sign first. */
export const formatWonEn = (minor: bigint): string => groupedWon(minor).replace(/^-?/, '$&₩');

/**
 * For tables with the currency in their heading: '-1,234,567'. Grouped by our own code, since the locale data of the runtime
 * may differ.
 */
export const groupedWon = (minor: bigint): string => minor.toString().replace(/\B(?=(\d{3})+$)/g, ',');
