import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../layout/screen.js';

export const webhookScreens: readonly Screen[] = [
  {
    path: '/webhooks',
    title: ['Webhooks out', '보내는 웹훅'],
    group: 'platform',
    needs: 'listEndpoints',
    show: lazyRouteComponent(() => import('./webhooks-out.js'), 'WebhooksOut'),
  },
  {
    path: '/webhooks/addresses/$endpointId',
    title: ['Webhook address', '웹훅 주소'],
    needs: 'getEndpoint',
    show: lazyRouteComponent(() => import('./webhook-address.js'), 'WebhookAddress'),
  },
  {
    path: '/webhooks/addresses/$endpointId/$eventId',
    title: ['Webhook delivery', '웹훅 전송'],
    needs: 'getEventDelivery',
    show: lazyRouteComponent(() => import('./delivery.js'), 'Delivery'),
  },
  {
    path: '/events',
    title: ['Events', '이벤트'],
    group: 'platform',
    needs: 'listEvents',
    show: lazyRouteComponent(() => import('./events.js'), 'Events'),
  },
  {
    path: '/events/$eventId',
    title: ['Event', '이벤트'],
    needs: 'getEvent',
    show: lazyRouteComponent(() => import('./event.js'), 'Event'),
  },
  {
    path: '/provider-webhooks',
    title: ['Webhooks in', '받은 웹훅'],
    group: 'platform',
    needs: 'listProviderWebhooks',
    show: lazyRouteComponent(() => import('./provider-webhook-list.js'), 'ProviderWebhookList'),
  },
  {
    path: '/provider-webhooks/$webhookId',
    title: ['Webhook of the provider', '결제대행사의 웹훅'],
    needs: 'getProviderWebhook',
    show: lazyRouteComponent(() => import('./provider-webhook.js'), 'ProviderWebhook'),
  },
];
