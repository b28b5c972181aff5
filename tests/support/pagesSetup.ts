import { cleanup } from '@testing-library/react';
import { afterAll } from 'vitest';
import { dropSession } from '../../src/dataProvider/session';

// The files of one worker share their modules and their page, since loading react-admin for each took most of the time.
afterAll(() => {
  cleanup();
  dropSession('left');
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});
