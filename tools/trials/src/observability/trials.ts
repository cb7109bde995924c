import type { Trial } from '../frame/trial.js';
import { alertsTrial } from './alerts-trial.js';
import { dashboardsTrial } from './dashboards-trial.js';

export const alerts: Trial = {
  name: 'alerts',
  shows: 'every alert fires and clears in promtool, and a real Prometheus evaluates all of them against the platform',
  needs: ['prometheus'],
  run: alertsTrial,
};

export const dashboards: Trial = {
  name: 'dashboards',
  shows: 'after a week of a market every query of every dashboard returns data',
  needs: ['prometheus'],
  run: dashboardsTrial,
};
