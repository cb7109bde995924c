const Sequencer = require('@jest/test-sequencer').default;

/**
 * What takes minutes by itself, in its order: begun last, it would keep one core busy while the other waits. After the first, which computes
 * all the time, come those that wait for most of theirs: two of these at once would leave both cores idle.
 */
const FIRST = [
  /week\.scenario/,
  /exceptions\.browser/,
  /exceptions-of-later-days/,
  /stay\.int/,
  /crashing-jobs/,
  /book-payment[/\\]histories/,
  /screens\.browser/,
  /operations-pages/,
];

/** Where no earlier run tells how long a file takes, Jest begins with the largest, which are not the longest. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => {
      const found = FIRST.findIndex((name) => name.test(path));
      return found < 0 ? FIRST.length : found;
    };
    return super.sort(tests).sort((one, other) => place(one) - place(other));
  }
};
