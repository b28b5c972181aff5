// `npm run dev`: runs Vite and the server, which reload on a change. If one ends, the other ends too.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installOrExit } from './install.mjs';
import { endWithParent } from './parent.mjs';
import { root } from './sources.mjs';

await installOrExit();
const command = (...path) => join(root, 'node_modules', ...path);
const children = [
  [command('vite', 'bin', 'vite.js')],
  [command('tsx', 'dist', 'cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts'],
].map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }));

let isEnding = false;
function end(code) {
  if (isEnding) return;
  isEnding = true;
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
  setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), 5000).unref();
}

for (const child of children) child.once('exit', (code) => end(code ?? 0));
// Ctrl-C also ends the child processes. A second signal must not end this process before them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));
endWithParent();
