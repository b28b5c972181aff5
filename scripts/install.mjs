// Makes node_modules match package-lock.json. This script runs before any package is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStarted, root } from './sources.mjs';
import { execute } from './steps.mjs';

const minNodeVersion = [20, 19];
const stampFile = join(root, 'node_modules', '.rasd-lock');
const lockFile = join(root, 'package-lock.json');

/** Installs if the lock file or the Node version has changed. Throws a readable error. */
export async function install() {
  if (await installPackages()) await compileNativeParts();
}

/** Returns true if `compileNativeParts` must follow. It may need a minute; SQLite needs its result. */
export async function installPackages() {
  checkNode();
  // The parent process has installed the packages, and may still compile the native parts.
  if (process.env.RASD_INSTALLED) return false;
  const isIncomplete = await updatePackages();
  process.env.RASD_INSTALLED = '1';
  return isIncomplete;
}

async function updatePackages() {
  // A link leads to the packages of another checkout, which must not change.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === currentStamp()) return false;
  if (isInstalledByHand() && sqliteLoads()) {
    writeFileSync(stampFile, currentStamp());
    return false;
  }
  console.log('Installing the packages of package-lock.json …');
  const code = await npm(['ci', '--no-audit', '--no-fund', '--include=dev', '--ignore-scripts']);
  if (code !== 0) throw new Error('npm ci failed. The messages above say why.');
  return true;
}

export async function compileNativeParts() {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const code = await npm(['rebuild', ...Object.keys(allowScripts)]);
  if (code !== 0) throw new Error(`npm rebuild failed. ${compilerAdvice()}`);
  if (!sqliteLoads()) throw new Error(`better-sqlite3 was installed but does not load. ${compilerAdvice()}`);
  writeFileSync(stampFile, currentStamp());
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isNewEnough =
    major > minNodeVersion[0] || (major === minNodeVersion[0] && minor >= minNodeVersion[1]);
  if (!isNewEnough)
    throw new Error(
      `Rasd needs Node ${minNodeVersion.join('.')} or newer; this is ${process.versions.node}.`,
    );
}

// The stamp includes the ABI, because better-sqlite3 is compiled for one ABI.
function currentStamp() {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  return `${lock} ${process.platform}-${process.arch}-${process.versions.modules}\n`;
}

/** After `npm ci` or `npm install`, npm's own list in node_modules matches the lock file. */
function isInstalledByHand() {
  const listFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(listFile)) return false;
  const lockedPackages = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const presentPackages = JSON.parse(readFileSync(listFile, 'utf8')).packages;
  return Object.entries(lockedPackages).every(
    ([path, entry]) => path === '' || entry.optional || presentPackages[path]?.version === entry.version,
  );
}

async function npm(args) {
  const cli = process.env.npm_execpath;
  const isScript = cli?.endsWith('npm-cli.js');
  const options = {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { JOBS: 'max' }, // for the compiler, which uses one core by default
    detached: false, // Ctrl-C also ends npm
    shell: !isScript && process.platform === 'win32',
    minutes: 30,
  };
  const { code } = await execute(
    isScript ? process.execPath : 'npm',
    isScript ? [cli, ...args] : args,
    options,
  );
  return code;
}

function sqliteLoads() {
  const program = "new (require('better-sqlite3'))(':memory:').close()";
  return spawnSync(process.execPath, ['-e', program], { cwd: root }).status === 0;
}

function compilerAdvice() {
  const missing = [
    ['python3', 'python3'],
    ['make', 'make'],
    ['c++', 'g++'],
  ].filter(([command]) => spawnSync(command, ['--version']).error);
  if (missing.length === 0) return 'The messages above say why.';
  const packages = missing.map(([, name]) => name).join(' ');
  return (
    `If the messages above name better-sqlite3: its ready-made build for Node ${process.versions.node} on ` +
    `${process.platform}-${process.arch} could not be fetched from github.com, and it cannot be compiled here, because ` +
    `these are missing: ${packages}. On Debian: apt-get install -y ${packages}. Then run the command again.`
  );
}

export async function installOrExit() {
  try {
    await install();
  } catch (error) {
    console.error(`\n${error.message}`);
    process.exit(1);
  }
}

if (isStarted(import.meta.url)) await installOrExit();
