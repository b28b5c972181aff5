import createCache from '@emotion/cache';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterAll } from 'vitest';
import { dropSession } from '../../src/dataProvider/session';

// A busy machine is slow: only what never comes is not there in time.
configure({ asyncUtilTimeout: 60_000 });

// The files of one worker share their modules and their page, since loading react-admin for each file took most of
// the time.
afterAll(() => {
  cleanup();
  dropSession('left');
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});

// For each look-up by role jsdom compares every element with every style of the page. It also searches the whole page
// for the target of each label. Together this takes a third of the time of these tests.
const styleSheets = Object.getPrototypeOf(createCache({ key: 'any' }).sheet) as { insert: unknown };
styleSheets.insert = () => undefined;

for (const { prototype } of [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement])
  Object.defineProperty(prototype, 'labels', { configurable: true, get: labelsOf });

function labelsOf(this: HTMLInputElement): HTMLLabelElement[] | null {
  if (this.type === 'hidden') return null;
  const page = this.ownerDocument;
  return [...page.getElementsByTagName('label')].filter((label) => {
    const id = label.getAttribute('for');
    return id === null ? label.control === this : page.getElementById(id) === this;
  });
}

// React notes of the first ten thousand elements of each second where they were made, for the stacks of its warnings:
// a sixth of the time of these tests. Let it believe that it has noted them.
const internals = (React as unknown as Record<string, object>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
];
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true, // each file runs this again
  get: () => Infinity,
  set: () => {},
});
