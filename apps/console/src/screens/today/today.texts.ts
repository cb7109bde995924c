import { defineTexts } from '../../texts/texts.js';

export const todayTexts = defineTexts({ title: 'Today' }, { title: '오늘' });
