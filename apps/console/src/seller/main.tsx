import '@fontsource-variable/noto-sans-kr/index.css';
import '@mantine/core/styles.css';
import '../app.css';
import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LanguageProvider } from '../texts/language.js';
import { readable, theme } from '../theme.js';
import { languageInAddress } from './address.js';
import { Opened } from './opened.js';
import { takeToken } from './token.js';

const nonce = () => document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
/** Light or dark as the browser asks for: the page stores nothing but its link. */
const schemes: MantineColorSchemeManager = {
  get: (usual) => usual,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

const token = takeToken();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={schemes}
        cssVariablesResolver={readable}
        getStyleNonce={nonce}
      >
        <LanguageProvider memory={languageInAddress}>
          <Opened firstToken={token} />
        </LanguageProvider>
      </MantineProvider>
    </StrictMode>,
  );
