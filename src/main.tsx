import '@fontsource-variable/cairo/wght.css';
import './base.css';
import { createRoot } from 'react-dom/client';
import { Root } from './Root';
import { startTheme } from './theme/choice';

startTheme();
const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
createRoot(place).render(<Root />);
