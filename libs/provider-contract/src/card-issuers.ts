/** A company that issues cards. A request may use any of the three names; an answer has the code. */
export type CardIssuer = Readonly<{
  /** Two characters, as in card.issuerCode. */
  code: string;
  koreanName: string;
  /** The English name in requests; null: none is published. */
  englishName: string | null;
  isForeign: boolean;
}>;

// prettier-ignore
const domestic = [
  ['11', '국민',      'KOOKMIN'],     ['15', '카카오뱅크', 'KAKAOBANK'],   ['21', '하나', 'HANA'],        ['24', '토스뱅크', 'TOSSBANK'],
  ['30', '산업',      'KDBBANK'],     ['31', 'BC',      'BC'],          ['33', '우리', 'WOORI'],       ['34', '수협',    'SUHYEOP'],
  ['35', '전북',      'JEONBUKBANK'], ['36', '씨티',     'CITI'],        ['37', '우체국', 'POST'],      ['38', '새마을',   'SAEMAUL'],
  ['39', '저축',      'SAVINGBANK'],  ['3A', '케이뱅크',  'KBANK'],       ['3K', '기업BC', null],        ['41', '신한',    'SHINHAN'],
  ['42', '제주',      'JEJUBANK'],    ['46', '광주',     'GWANGJUBANK'], ['51', '삼성', 'SAMSUNG'],     ['61', '현대',    'HYUNDAI'],
  ['62', '신협',      'SHINHYEOP'],   ['71', '롯데',     'LOTTE'],       ['91', '농협', 'NONGHYEOP'],   ['W1', '우리카드', null],
] as const;

// prettier-ignore
const foreign = [
  ['3C', '유니온페이', 'UNIONPAY'], ['4J', 'JCB', 'JCB'],          ['4M', '마스터', 'MASTER'],     ['4V', 'VISA', 'VISA'],
  ['6D', '다이너스',   'DINERS'],   ['6I', '디스커버', 'DISCOVER'], ['7A', '아메리칸익스프레스', null],
] as const;

/** W1 is Woori's own card company; 33 is a Woori card acquired by BC. */
export const cardIssuers: readonly CardIssuer[] = [
  ...domestic.map((row) => [...row, false] as const),
  ...foreign.map((row) => [...row, true] as const),
].map(([code, koreanName, englishName, isForeign]) => ({ code, koreanName, englishName, isForeign }));

const byName = new Map(
  cardIssuers.flatMap((issuer) =>
    [issuer.code, issuer.koreanName, ...(issuer.englishName === null ? [] : [issuer.englishName])].map(
      (name) => [name, issuer] as const,
    ),
  ),
);

/** The issuer with this code, Korean or English name; undefined: none. */
export const cardIssuerNamed = (name: string): CardIssuer | undefined => byName.get(name);
