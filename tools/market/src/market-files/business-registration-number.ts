/** The National Tax Service's weights for the first nine digits of a business registration number. */
const WEIGHTS = [1, 3, 7, 1, 3, 7, 1, 3, 5];

/** The tenth digit that makes nine digits a business registration number. */
export function checkDigit(nineDigits: string): string {
  const digits = Array.from(nineDigits, (digit) => parseInt(digit, 10));
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * (digits[index] ?? 0), 0);
  // The ninth digit's product is the only one that also contributes its tens.
  const tens = Math.floor((5 * (digits[8] ?? 0)) / 10);
  return String((10 - ((sum + tens) % 10)) % 10);
}

/** Whether these are ten digits of which the last one is right. */
export function isBusinessRegistrationNumber(text: string): boolean {
  return /^\d{10}$/.test(text) && text[9] === checkDigit(text.slice(0, 9));
}
