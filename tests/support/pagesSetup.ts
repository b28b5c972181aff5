import createCache from '@emotion/cache';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterAll } from 'vitest';
import { dropSession } from '../../src/dataProvider/session';

// Machines that run tests are slow, so only a missing element times out.
configure({ asyncUtilTimeout: 60_000 });

// The test files of a worker share modules and page, because loading react-admin for each file took most of
// the time.
afterAll(() => {
  cleanup();
  dropSession('left');
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});

// Each query by role makes jsdom compare every element with every style, and search the page for each label.
// These searches took a third of the time.
const styleSheets = Object.getPrototypeOf(createCache({ key: 'any' }).sheet) as { insert: unknown };
styleSheets.insert = () => undefined;

for (const { prototype } of [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement])
  Object.defineProperty(prototype, 'labels', { configurable: true, get: findLabels });

function findLabels(this: HTMLInputElement): HTMLLabelElement[] | null {
  if (this.type === 'hidden') return null;
  const page = this.ownerDocument;
  return [...page.getElementsByTagName('label')].filter((label) => {
    const id = label.getAttribute('for');
    return id === null ? label.control === this : page.getElementById(id) === this;
  });
}

// For its warnings React records a stack for the first 10,000 elements of each second, a sixth of the time.
// This getter simulates that the limit is reached.
const internals = (React as unknown as Record<string, object>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
];
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true, // each file defines the property again
  get: () => Infinity,
  set: () => {},
});
