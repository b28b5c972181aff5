// `npm start`: serves screens and API, also in a fresh checkout.
import { launch } from './launch.mjs';
import { endWithParent } from './parent.mjs';

await launch('server/main.js', process.argv.slice(2));
endWithParent();
