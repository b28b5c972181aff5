import '@fontsource-variable/cairo/wght.css';
import { createRoot } from 'react-dom/client';
import './base.css';
import { appLoad, Root } from './Root';
import { startDigits } from './i18n/digits';
import { startTheme } from './theme/choice';

/** Maximum time that the first paint waits for fonts, which the page preloads. */
const maxFontWaitMs = 1000;
/** Maximum time that the first paint then waits for the app. React would show a fallback for at least 300 ms. */
const maxAppWaitMs = 300;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

startTheme();
startDigits();
const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
// A late font would shift the layout. An Arabic and a Latin letter load both font files.
const fonts = document.fonts.load('1em "Cairo Variable"', '\u0631R');
void Promise.race([fonts, wait(maxFontWaitMs)])
  .catch(() => undefined)
  .then(() => Promise.race([appLoad, wait(maxAppWaitMs)]))
  .then(() => createRoot(container).render(<Root />));
