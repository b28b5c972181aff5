// `npm run seed|backup|restore|bench -- …`: a command of the server by its name.
import { launch } from './launch.mjs';

const [name = '', ...args] = process.argv.slice(2);
await launch(name === 'bench' ? 'bench/main.js' : `server/${name}.js`, args);
