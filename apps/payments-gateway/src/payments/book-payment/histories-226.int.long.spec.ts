import { playHistories } from '../../testing/histories/play-histories.js';

playHistories(226, 300);
