// Starts our built server, and a server of the smallest react-admin list (tests/bench/smallest).
import { spawn } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { compressAssets } from '../compress.mjs';
import { root } from '../sources.mjs';
import { bin, execute, onExit } from '../steps.mjs';

/** The list shows all rows on one page. */
export const rowCount = 150;

/** Serves a demo institute in memory until the end of the run. @returns the address */
export async function startOurs() {
  const child = spawn(process.execPath, [join(root, 'dist', 'server', 'main.js')], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: 'sqlite::memory:',
      LOG_LEVEL: 'error',
      CALL_LIMITS: '10000', // one user opens many screens
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onExit(() => child.kill());
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const url = /http:\/\/[\d.]+:\d+/.exec(output)?.[0];
      if (url) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
}

/** Builds the smallest list into `folder` and serves it, compressed like ours. @returns the address */
export async function startSmallest(folder) {
  const source = join(root, 'tests', 'bench', 'smallest');
  const options = ['--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  const { code, output } = await execute(bin('vite'), ['build', source, ...options]);
  if (code !== 0) throw new Error(`Vite could not build the smallest list:\n${output}`);
  compressAssets(join(folder, 'assets'));
  const server = createServer((request, response) => answer(folder, request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  onExit(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

function answer(folder, request, response) {
  const url = new URL(request.url, 'http://localhost');
  if (url.pathname.startsWith('/api/')) return sendRows(response, url);
  const asset = join(folder, normalize(url.pathname));
  if (!existsSync(`${asset}.br`)) {
    // Every other address is the page, as in our server.
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    return createReadStream(join(folder, 'index.html')).pipe(response);
  }
  response.writeHead(200, {
    'content-type': extname(asset) === '.css' ? 'text/css' : 'text/javascript',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  createReadStream(`${asset}.br`).pipe(response);
}

const rows = Array.from({ length: rowCount }, (_, index) => ({
  id: index + 1,
  student_id: String(14450001 + index),
  full_name: `Student ${index + 1}`,
  phone: `050000${String(1000 + index)}`,
  email: `student${index + 1}@example.org`,
  status: index % 5 === 0 ? 'suspended' : 'active',
}));

/** Answers ra-data-simple-rest: one row, or the rows that the list shows. */
function sendRows(response, { pathname, searchParams }) {
  const id = pathname.split('/')[3];
  const [first, last] = JSON.parse(searchParams.get('range') ?? `[0,${rowCount - 1}]`);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-range': `students ${first}-${last}/${rowCount}`,
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(id ? rows[Number(id) - 1] : rows.slice(first, last + 1)));
}
