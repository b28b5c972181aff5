// Installs Debian packages if the user is root and the system has apt.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execute } from './steps.mjs';

let isListFresh = false;

export const canInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

export async function installPackage(name) {
  console.log(`     installing ${name} with apt-get …`);
  if (!isListFresh) {
    // A failed update is ignored, because an old package list may be enough.
    await apt(['update']);
    isListFresh = true;
  }
  const { code, output } = await apt(['install', '-y', '--no-install-recommends', name]);
  if (code !== 0) throw new Error(`apt-get install ${name} failed:\n${output}`);
}

const apt = (args) =>
  execute('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=120', ...args], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    minutes: 15,
  });

/** Installs the package of a missing command where that is possible. */
export async function installMissing(command, name) {
  const isInstalled = (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, command)));
  if (!isInstalled && canInstallPackages()) await installPackage(name);
}
