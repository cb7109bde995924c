import { englishWords } from '../../api/in-language.js';
import { mapObjects, mapValues } from '../../api/versions/map-objects.js';
import { wantsEnglish } from '../../api/wants-english.js';

/**
 * The body of an answer with Korean values, as the published document describes them, if its caller asked for English. A
 * repeated answer has the language of its first request, so every request with an Idempotency-Key may get English.
 */
export function inKorean(body: string, headers: Readonly<Record<string, string>>): string {
  const mayBeEnglish = wantsEnglish(headers['accept-language']) || headers['idempotency-key'] !== undefined;
  if (!mayBeEnglish || body === '') return body;
  return JSON.stringify(
    mapObjects(JSON.parse(body), (object) =>
      mapValues(object, (value, key) => {
        const korean = Object.entries(englishWords(object, key)).find(([, english]) => english === value);
        return korean?.[0] ?? value;
      }),
    ),
  );
}
