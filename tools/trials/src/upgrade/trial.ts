import type { Trial } from '../frame/trial.js';
import { upgradeTrial } from './upgrade.js';

export const upgrade: Trial = {
  name: 'upgrade',
  shows:
    'from the release before to this one and back under load: nothing fails for good, no job is lost, nothing is paid twice',
  needs: [],
  run: upgradeTrial,
};
