const Sequencer = require('@jest/test-sequencer').default;

/** What takes minutes by itself: begun last, it would keep one core busy while the other waits. */
const LONGEST = [/operations-pages/, /screens\.browser/, /week\.scenario/];

/** Where no earlier run tells how long a file takes, Jest begins with the largest, which are not the longest. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => LONGEST.findLastIndex((name) => name.test(path));
    return super.sort(tests).sort((one, other) => rank(other) - rank(one));
  }
};
