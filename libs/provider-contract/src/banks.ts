/**
 * A bank or securities company. A request may use any of the four names; an answer has `shortCode` in payments and `code` in
 * the v2 API.
 */
export type Bank = Readonly<{
  /** Three digits, the code in the interbank network. */
  code: string;
  /** Two characters used in payments: digits for a bank, S and another character for a securities company. */
  shortCode: string;
  koreanName: string;
  /** The English name in requests; null: none is published. */
  englishName: string | null;
  issuesVirtualAccounts: boolean;
}>;

// ASSUMED: which banks issue virtual accounts is a matter of contract; these are those commonly contracted.
const issuers = new Set([
  '003',
  '004',
  '007',
  '011',
  '020',
  '031',
  '032',
  '034',
  '037',
  '039',
  '045',
  '071',
  '081',
  '088',
]);

// prettier-ignore
const rows = [
  ['002', '02', '산업',   'KDBBANK'],         ['003', '03', '기업',    'IBK'],          ['004', '06', '국민',   'KOOKMIN'],
  ['007', '07', '수협',   'SUHYEOP'],         ['011', '11', '농협',    'NONGHYEOP'],    ['012', '12', '단위농협', 'LOCALNONGHYEOP'],
  ['020', '20', '우리',   'WOORI'],           ['023', '23', 'SC제일',  'SC'],           ['027', '27', '씨티',   'CITI'],
  ['031', '31', '대구',   'DAEGUBANK'],       ['032', '32', '부산',    'BUSANBANK'],    ['034', '34', '광주',   'GWANGJUBANK'],
  ['035', '35', '제주',   'JEJUBANK'],        ['037', '37', '전북',    'JEONBUKBANK'],  ['039', '39', '경남',   'KYONGNAMBANK'],
  ['045', '45', '새마을',  'SAEMAUL'],        ['048', '48', '신협',    'SHINHYEOP'],    ['050', '50', '저축',   'SAVINGBANK'],
  ['054', '54', 'HSBC',  'HSBC'],            ['064', '64', '산림',    'SANLIM'],       ['071', '71', '우체국',  'POST'],
  ['081', '81', '하나',   'HANA'],            ['088', '88', '신한',    'SHINHAN'],      ['089', '89', '케이',   'KBANK'],
  ['090', '90', '카카오',  'KAKAOBANK'],      ['092', '92', '토스',    'TOSSBANK'],     ['295', '295', '우리종합금융', null],

  ['209', 'S0', '유안타증권',   'YUANTA_SECURITES'],                ['218', 'S4', 'KB증권',          'KB_SECURITIES'],
  ['227', 'SP', 'KTB투자증권',  'DAOL_INVESTMENT_AND_SECURITIES'],  ['238', 'S5', '미래에셋증권',     'MIRAE_ASSET_SECURITIES'],
  ['240', 'S3', '삼성증권',     'SAMSUNG_SECURITIES'],              ['243', 'S6', '한국투자증권',     'KOREA_INVESTMENT_AND_SECURITIES'],
  ['247', 'SL', 'NH투자증권',   'NH_INVESTMENT_AND_SECURITIES'],    ['261', 'S8', '교보증권',        'KYOBO_SECURITIES'],
  ['262', 'S9', '하이투자증권',  'HI_INVESTMENT_AND_SECURITIES'],   ['263', 'SA', '현대차증권',       'HYUNDAI_MOTOR_SECURITIES'],
  ['264', 'SB', '키움증권',     'KIWOOM'],                          ['266', 'SD', 'SK증권',          'SK_SECURITIES'],
  ['267', 'SE', '대신증권',     'DAISHIN_SECURITIES'],              ['269', 'SG', '한화투자증권',     'HANHWA_INVESTMENT_AND_SECURITIES'],
  ['270', 'SH', '하나금융투자',  'HANA_INVESTMENT_AND_SECURITIES'], ['271', 'ST', '토스증권',        'TOSS_SECURITIES'],
  ['278', 'S2', '신한금융투자',  'SHINHAN_INVESTMENT'],             ['279', 'SI', 'DB금융투자',      'DB_INVESTMENT_AND_SECURITIES'],
  ['280', 'SJ', '유진투자증권',  'EUGENE_INVESTMENT_AND_SECURITIES'], ['287', 'SK', '메리츠증권',     'MERITZ_SECURITIES'],
  ['288', 'SQ', '카카오페이증권', 'KAKAOPAY_SECURITIES'],           ['290', 'SM', '부국',           'BOOKOOK_SECURITIES'],
  ['291', 'SN', '신영증권',     'SHINYOUNG_SECURITIES'],            ['292', 'SO', 'LIG투자',        'LIG_INVESTMENT_AND_SECURITIES'],
  ['294', 'SR', '펀드온라인코리아', 'KOREA_FOSS_SECURITIES'],
] as const;

export const banks: readonly Bank[] = rows.map(([code, shortCode, koreanName, englishName]) => ({
  code,
  shortCode,
  koreanName,
  englishName,
  issuesVirtualAccounts: issuers.has(code),
}));

const byName = new Map(
  banks.flatMap((bank) =>
    [bank.code, bank.shortCode, bank.koreanName, ...(bank.englishName === null ? [] : [bank.englishName])].map(
      (name) => [name, bank] as const,
    ),
  ),
);

/** The bank with this code, short code, Korean or English name; undefined: none. */
export const bankNamed = (name: string): Bank | undefined => byName.get(name);
