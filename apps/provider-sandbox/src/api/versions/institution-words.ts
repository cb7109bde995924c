import { bankNameOf } from '../../bank-accounts/banks.js';

// prettier-ignore
/** Card companies by their two-character code, as older versions name them. */
const cardCompanies: Readonly<Record<string, string>> = {
  '3K': '기업비씨', '46': '광주', '71': '롯데', '30': '산업', '31': 'BC', '51': '삼성', '38': '새마을', '41': '신한', '62': '신협', '36': '씨티',
  '33': '우리', 'W1': '우리', '37': '우체국', '39': '저축', '35': '전북', '42': '제주', '15': '카카오뱅크', '3A': '케이뱅크', '24': '토스뱅크', '21': '하나',
  '61': '현대', '11': '국민', '91': '농협', '34': '수협', '6D': '다이너스', '6I': '디스커버', '4M': '마스터', '3C': '유니온페이', '7A': '아메리칸익스프레스',
  '4J': 'JCB', '4V': '비자',
};

/** A code nobody knows stays what it is. */
export const cardCompanyWord = (code: unknown): unknown =>
  typeof code === 'string' ? (cardCompanies[code] ?? code) : code;
export const bankWord = (code: unknown): unknown => (typeof code === 'string' ? (bankNameOf(code) ?? code) : code);
