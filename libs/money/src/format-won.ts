/** For Korean readers: '1,234,567원'. */
export const formatWon = (minor: bigint): string => `${sign(minor)}${grouped(minor)}원`;

/** For English readers: '₩1,234,567'. */
export const formatWonEn = (minor: bigint): string => `${sign(minor)}₩${grouped(minor)}`;

/** For tables, which name the currency elsewhere: '-1,234,567'. */
export const groupedWon = (minor: bigint): string => `${sign(minor)}${grouped(minor)}`;

const sign = (minor: bigint): string => (minor < 0n ? '-' : '');

// Grouped by hand: the result must not depend on the locale data a runtime happens to ship.
const grouped = (minor: bigint): string => {
  const digits = (minor < 0n ? -minor : minor).toString();
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
};
