import '@fontsource-variable/cairo/wght.css';
import { createRoot } from 'react-dom/client';
import './base.css';
import { Root } from './Root';
import { startDigits } from './i18n/digits';
import { startTheme } from './theme/choice';

/** How long the first picture waits for its fonts, which the page asks for before its scripts, in milliseconds. */
const fontWait = 1000;

startTheme();
startDigits();
const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
// A text that is drawn in another font first moves what stands beside it. One Arabic and one Latin letter name both files.
const fonts = document.fonts.load('1em "Cairo Variable"', '\u0631R');
void Promise.race([fonts, new Promise((resolve) => setTimeout(resolve, fontWait))])
  .catch(() => undefined)
  .then(() => createRoot(place).render(<Root />));
