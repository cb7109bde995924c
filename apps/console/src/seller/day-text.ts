import type { Language } from '../texts/language.js';

const weekdays = {
  ko: ['일', '월', '화', '수', '목', '금', '토'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
} as const satisfies Record<Language, readonly string[]>;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** A date yyyy-MM-dd with its weekday: `2026년 5월 20일 (수)`, `Wed, 20 May 2026`. */
export function dayText(date: string, language: Language): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const weekday = weekdays[language][new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';
  return language === 'ko'
    ? `${year}년 ${month}월 ${day}일 (${weekday})`
    : `${weekday}, ${day} ${months[month - 1] ?? ''} ${year}`;
}
