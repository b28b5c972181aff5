// `npm run seed|backup|restore|export|certificate|bench -- …`: runs the server command with this name, or the benchmark.
import { launch } from './launch.mjs';

const [name = '', ...args] = process.argv.slice(2);
await launch(name === 'bench' ? 'bench/main.js' : `server/${name}.js`, args);
