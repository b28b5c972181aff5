// Installs Debian packages, if the user is root on Debian or a similar system.
import { existsSync } from 'node:fs';
import { execute } from './steps.mjs';

let isListFresh = false;

export const canInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs a Debian package; throws with the message of apt if it fails. */
export async function installPackage(name) {
  console.log(`     installing ${name} with apt-get …`);
  if (!isListFresh) {
    // An old package list may be enough, so a failure here is reported only if the installation fails too.
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
