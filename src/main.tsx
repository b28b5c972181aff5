import '@fontsource-variable/cairo/wght.css';
import { createRoot } from 'react-dom/client';
import './base.css';
import { appLoad, Root, waitForCode } from './Root';
import { startDigits } from './i18n/digits';
import { startTheme } from './theme/choice';

/** Maximum time that the first paint waits for fonts, which the page preloads. */
const maxFontWaitMs = 1000;

startTheme();
startDigits();
const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
// A late font would shift the layout. An Arabic and a Latin letter load both font files.
const fonts = document.fonts.load('1em "Cairo Variable"', '\u0631R');
void Promise.race([fonts, new Promise((resolve) => setTimeout(resolve, maxFontWaitMs))])
  .catch(() => undefined)
  .then(() => waitForCode(appLoad))
  .then(() => createRoot(container).render(<Root />));
