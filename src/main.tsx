import '@fontsource-variable/cairo/wght.css';
import { createRoot } from 'react-dom/client';
import './base.css';
import { Root } from './Root';
import { startDigits } from './i18n/digits';
import { startTheme } from './theme/choice';

startTheme();
startDigits();
const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
createRoot(place).render(<Root />);
