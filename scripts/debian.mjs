// What Debian packages, for root on Debian and its kin; elsewhere people install it themselves.
import { existsSync } from 'node:fs';
import { execute } from './steps.mjs';

let isListFresh = false;

export const canInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs a Debian package; throws apt's own words when it cannot. */
export async function installPackage(name) {
  console.log(`     installing ${name} with apt-get …`);
  if (!isListFresh) {
    // A stale list may still do, so a failure shows only if the installation fails too.
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
