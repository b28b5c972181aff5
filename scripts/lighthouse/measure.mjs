// Runs the chosen parts on our server and on the smallest list.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../browser.mjs';
import { onExit } from '../steps.mjs';
import { measureDesktop, measureFirst } from './first.mjs';
import { measureInstalled } from './installed.mjs';
import { pathname, screens, smallestScreen } from './screens.mjs';
import { measureSecond } from './second.mjs';
import { startOurs, startSmallest } from './servers.mjs';
import { measureShift } from './shift.mjs';
import { countMissed } from './table.mjs';

const parts = {
  shift: measureShift,
  second: measureSecond,
  installed: measureInstalled,
  first: measureFirst,
  desktop: measureDesktop,
};

/** @param address of a running server; default: ours @returns whether all limits are met */
export async function measure(options, address) {
  const chosenScreens = chooseScreens(options.screens);
  const names = Object.keys(parts).filter((name) => options[name]);
  const chosenParts = names.length > 0 ? names : ['shift', 'second', 'installed', 'first'];
  const folder = mkdtempSync(join(tmpdir(), 'rasd-lighthouse-'));
  onExit(() => rmSync(folder, { recursive: true, force: true }));
  const browserPath = await findBrowser();
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  onExit(() => browser.close());
  const settings = {
    ours: address ?? (await startOurs()),
    smallest: chosenParts.some((part) => part === 'first' || part === 'second')
      ? await startSmallest(join(folder, 'smallest'))
      : null,
    screens: chosenScreens,
    reference: smallestScreen,
    runs: Number(options.runs),
    browser,
    browserPath,
    folder,
  };
  for (const name of chosenParts) await parts[name](settings);
  const missed = countMissed();
  console.log(missed > 0 ? `\n${missed} figures miss their limit.` : '\nAll limits are met.');
  return missed === 0;
}

function chooseScreens(paths) {
  if (!paths) return screens;
  return paths.split(',').map((path) => {
    const screen = screens.find((candidate) => pathname(candidate) === path);
    if (!screen) throw new Error(`${path} is none of ${screens.map(pathname).join(', ')}`);
    return screen;
  });
}
