import { bankNamed, cardIssuerNamed } from '@jeongsan/provider-contract';

/** The look of a method in the customer's wallet. `iconUrl` and `cardImgUrl` are paths below the sandbox's address of the wallet. */
export type Appearance = Readonly<{
  name: string;
  icon: string;
  iconUrl: string;
  color: Readonly<{ background: string; text: string }>;
}>;

// prettier-ignore
// ASSUMED: colors are not published; these stand for the companies' own, grey for the others.
const backgrounds: Readonly<Record<string, string>> = {
  KOOKMIN: '#FFBC00', SHINHAN: '#0046FF', WOORI: '#0067AC', HANA: '#008C95', NONGHYEOP: '#00A651', IBK: '#004B9D', KAKAOBANK: '#FFE300',
  TOSSBANK: '#0064FF', SAMSUNG: '#1428A0', HYUNDAI: '#000000', LOTTE: '#DA291C', BC: '#FA3246',
};
const darkText = new Set(['KOOKMIN', 'KAKAOBANK']);
const GREY = '#6B7684';

/** The appearance of a card, by its issuer's code. */
export const cardAppearance = (issuerCode: string): Appearance & { cardImgUrl: string } => {
  const issuer = cardIssuerNamed(issuerCode);
  const appearance = appearanceOf(`${issuer?.koreanName ?? issuerCode}카드`, issuer?.englishName ?? issuerCode);
  return { ...appearance, cardImgUrl: `cards/${issuerCode}.svg` };
};

/** The appearance of an account, by its bank's short code. */
export const accountAppearance = (bankCode: string): Appearance => {
  const bank = bankNamed(bankCode);
  return appearanceOf(`${bank?.koreanName ?? bankCode} 계좌`, bank?.englishName ?? bankCode);
};

function appearanceOf(name: string, company: string): Appearance {
  const icon = `icn-bank-square-${company.toLowerCase().replaceAll('_', '-')}`;
  const text = darkText.has(company) ? '#191F28' : '#FFFFFF';
  return {
    name: name.replace('카드카드', '카드'),
    icon,
    iconUrl: `icons/${icon}.svg`,
    color: { background: backgrounds[company] ?? GREY, text },
  };
}
