import { useSyncExternalStore } from 'react';
import { colours, fontFamily, type Mode, sizes } from './tokens';

/** `system` follows the setting of the device. */
export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const storageKey = 'rasd.theme';
const listeners = new Set<() => void>();
const darkModeQuery = () => window.matchMedia('(prefers-color-scheme: dark)');

function readChoice(): ThemeChoice {
  const stored = localStorage.getItem(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function currentMode(): Mode {
  const choice = readChoice();
  if (choice !== 'system') return choice;
  return darkModeQuery().matches ? 'dark' : 'light';
}

function applyTheme() {
  document.documentElement.dataset['theme'] = currentMode();
  for (const listener of listeners) listener();
}

export function chooseTheme(choice: ThemeChoice) {
  if (choice === 'system') localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, choice);
  applyTheme();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useThemeChoice = () => useSyncExternalStore(subscribe, readChoice);
export const useThemeMode = () => useSyncExternalStore(subscribe, currentMode);

/** Returns the colours as CSS variables, for pages that render before MUI loads. */
export function tokenCss(): string {
  const toKebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const rule = (selector: string, mode: Mode) => {
    const lines = Object.entries(colours[mode]).map(([name, value]) => `--${toKebabCase(name)}:${value};`);
    return `${selector}{color-scheme:${mode};${lines.join('')}}`;
  };
  return [
    `:root{--font:${fontFamily};--card-radius:${sizes.cardRadius}px;--control-radius:${sizes.controlRadius}px}`,
    rule(':root', 'light'),
    rule(":root[data-theme='dark']", 'dark'),
  ].join('\n');
}

/** Runs once, before the first paint. A constructed style sheet needs no nonce. */
export function startTheme() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(tokenCss());
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  darkModeQuery().addEventListener('change', applyTheme);
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) applyTheme();
  });
  applyTheme();
}
