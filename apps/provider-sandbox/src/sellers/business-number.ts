const WEIGHTS = [1, 3, 7, 1, 3, 7, 1, 3, 5] as const;

/** Whether a ten-digit business registration number carries the right check digit. */
export function isBusinessNumber(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false;
  const digits = [...text].map((digit) => digit.charCodeAt(0) - 48);
  const weighted = WEIGHTS.reduce((sum, weight, i) => sum + weight * (digits[i] ?? 0), 0);
  // The ninth digit has the weight 5, and the tens of that product are added once more.
  const total = weighted + Math.floor(((digits[8] ?? 0) * 5) / 10);
  return (10 - (total % 10)) % 10 === digits[9];
}
