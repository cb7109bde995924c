import { defineTexts } from '../../texts/texts.js';

export const thingTexts = defineTexts(
  { title: 'As the API shows it', unreadable: 'Not an address of the API' },
  { title: 'API가 보여 주는 그대로', unreadable: 'API의 주소가 아닙니다' },
);
