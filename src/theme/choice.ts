import { useSyncExternalStore } from 'react';
import { colours, fontFamily, type Mode, sizes } from './tokens';

/** What the person chose; `system` follows the device. */
export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const key = 'rasd.theme';
const listeners = new Set<() => void>();
const darkDevice = () => window.matchMedia('(prefers-color-scheme: dark)');

function storedChoice(): ThemeChoice {
  const stored = localStorage.getItem(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function currentMode(): Mode {
  const choice = storedChoice();
  if (choice !== 'system') return choice;
  return darkDevice().matches ? 'dark' : 'light';
}

function changed() {
  document.documentElement.dataset['theme'] = currentMode();
  for (const listener of listeners) listener();
}

export function chooseTheme(choice: ThemeChoice) {
  if (choice === 'system') localStorage.removeItem(key);
  else localStorage.setItem(key, choice);
  changed();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useThemeChoice = () => useSyncExternalStore(subscribe, storedChoice);
export const useThemeMode = () => useSyncExternalStore(subscribe, currentMode);

/** The colours as CSS variables, for what is shown before the components' theme is loaded. */
export function tokenCss(): string {
  const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const rule = (selector: string, mode: Mode) => {
    const lines = Object.entries(colours[mode]).map(([name, value]) => `--${dashed(name)}:${value};`);
    return `${selector}{color-scheme:${mode};${lines.join('')}}`;
  };
  return [
    `:root{--font:${fontFamily};--card-radius:${sizes.cardRadius}px;--control-radius:${sizes.controlRadius}px}`,
    rule(':root', 'light'),
    rule(":root[data-theme='dark']", 'dark'),
  ].join('\n');
}

/** Called once, before the first paint. A constructed style sheet needs no nonce. */
export function startTheme() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(tokenCss());
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  darkDevice().addEventListener('change', changed);
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) changed();
  });
  changed();
}
