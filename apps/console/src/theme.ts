import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/** `sans-serif` behind a font of many files makes Chromium ask the system for a font again for every run of text in every layout. */
const fontFamily = "'Noto Sans KR Variable', system-ui";

export const theme = createTheme({
  fontFamily,
  headings: { fontFamily, fontWeight: '650' },
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  defaultRadius: 'md',
  respectReducedMotion: true,
});

/** Greys and links of Mantine are too light to be read on their grounds (WCAG 2.2 asks for 4.5 : 1). */
export const readable: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#555d6b',
    '--mantine-color-placeholder': '#666e7c',
    '--mantine-color-anchor': '#2f4ec4',
    '--mantine-color-error': '#b3212c',
    '--mantine-color-red-outline': '#b3212c',
    '--mantine-color-red-filled': '#b3212c',
    '--mantine-color-red-filled-hover': '#93161f',
    '--mantine-color-body': '#f8f9fb',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b1bf',
    '--mantine-color-placeholder': '#8f97a5',
    '--mantine-color-anchor': '#a3b8ff',
    '--mantine-color-error': '#ff9a9a',
    '--mantine-color-red-outline': '#ff9a9a',
    '--mantine-color-red-filled': '#b3212c',
    '--mantine-color-red-filled-hover': '#93161f',
    '--mantine-color-body': '#15181e',
  },
});
