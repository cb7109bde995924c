/** For Korean readers: '1,234,567원'. */
export const formatWon = (minor: bigint): string => `${groupedWon(minor)}원`;

/** For English readers: '-₩1,234,567', the sign first. */
export const formatWonEn = (minor: bigint): string => groupedWon(minor).replace(/^-?/, '$&₩');

/** For tables, which name the currency elsewhere: '-1,234,567'. Grouped by hand: the result must not depend on the locale data a runtime ships. */
export const groupedWon = (minor: bigint): string => minor.toString().replace(/\B(?=(\d{3})+$)/g, ',');
