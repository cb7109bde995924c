import '@fontsource-variable/noto-sans-kr/index.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './app.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { retriesRead } from './api/reads.js';
import { router } from './router.js';
import { LanguageProvider } from './texts/language.js';
import { readable, theme } from './theme.js';
import { loadAnewAfterRelease } from './load-anew.js';

const queries = new QueryClient({
  defaultOptions: { queries: { retry: retriesRead }, mutations: { retry: false } },
});
const given = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
const nonce = () => given;
// The library below Mantine that keeps the page behind a dialog from scrolling looks for the nonce of its style here.
Object.assign(globalThis, { __webpack_nonce__: given });

loadAnewAfterRelease();
// Whoever opens the screen that is shown already wants to see it as it is now.
router.subscribe('onBeforeNavigate', ({ hrefChanged }) => {
  if (!hrefChanged) void queries.invalidateQueries();
});
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={readable} getStyleNonce={nonce}>
        <QueryClientProvider client={queries}>
          <LanguageProvider>
            <Notifications position="top-right" />
            <RouterProvider router={router} />
          </LanguageProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
