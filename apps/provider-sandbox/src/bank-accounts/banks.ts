// prettier-ignore
/** Institutions money can go to: three-digit code, the short code of payments, name. */
const banks = [
  ['002', '02', '산업'],   ['003', '03', '기업'],   ['004', '06', '국민'],   ['007', '07', '수협'],   ['011', '11', '농협'],
  ['012', '12', '단위농협'], ['020', '20', '우리'],   ['023', '23', 'SC제일'], ['027', '27', '씨티'],   ['031', '31', '대구'],
  ['032', '32', '부산'],   ['034', '34', '광주'],   ['035', '35', '제주'],   ['037', '37', '전북'],   ['039', '39', '경남'],
  ['045', '45', '새마을'],  ['048', '48', '신협'],   ['050', '50', '저축'],   ['054', '54', 'HSBC'],  ['064', '64', '산림'],
  ['071', '71', '우체국'],  ['081', '81', '하나'],   ['088', '88', '신한'],   ['089', '89', '케이'],   ['090', '90', '카카오'],
  ['092', '92', '토스'],   ['295', '295', '우리종합금융'],
  ['209', 'S0', '유안타'],  ['218', 'S4', 'KB'],    ['227', 'SP', '다올'],   ['238', 'S5', '미래에셋'], ['240', 'S3', '삼성'],
  ['243', 'S6', '한국투자'], ['247', 'SL', 'NH'],    ['261', 'S8', '교보'],   ['262', 'S9', '하이'],   ['263', 'SA', '현대차'],
  ['264', 'SB', '키움'],   ['266', 'SD', 'SK'],    ['267', 'SE', '대신'],   ['269', 'SG', '한화'],   ['270', 'SH', '하나'],
  ['271', 'ST', '토스'],   ['278', 'S2', '신한'],   ['279', 'SI', 'DB'],    ['280', 'SJ', '유진'],   ['287', 'SK', '메리츠'],
  ['288', 'SQ', '카카오페이'], ['290', 'SM', '부국'], ['291', 'SN', '신영'],   ['292', 'SO', 'LIG'],   ['294', 'SR', '펀드온라인코리아'],
] as const;

const threeDigits = new Map<string, string>(
  banks.flatMap(([code, short]) => [
    [code, code],
    [short, code],
  ]),
);

const names = new Map<string, string>(
  banks.flatMap(([code, short, name]) => [
    [code, name],
    [short, name],
  ]),
);

/** The Korean word for an institution named by either code. */
export const bankNameOf = (code: string): string | undefined => names.get(code);

/** The three-digit code of a bank named by either code; undefined for a code no bank has. */
export const bankCodeOf = (code: string): string | undefined => threeDigits.get(code);
