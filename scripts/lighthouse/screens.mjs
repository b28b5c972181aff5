// The measured screens, and the limits of each figure.
import { maxWorkerSize } from '../build.mjs';
import { rowCount } from './servers.mjs';

/** Our times are compared with those of the smallest list, which is measured in the same run. */
export const limits = {
  ratio: 2.5,
  scriptKb: 320,
  requests: 15,
  shift: 0.02,
  score: 100,
  /** Times of later visits to the installed app: with a network, without one, and with one that hangs. */
  secondVisit: 0.7,
  offlineVisit: 0.5,
  hangingVisit: 1.1,
  workerKb: maxWorkerSize,
  precacheKb: 1000,
};

/**
 * `content` matches the first row, or the first field or figure of a screen without rows, at any width. The
 * change of screens starts at `previous`, or else at the dashboard.
 */
export const screens = [
  { path: '/login', user: null, content: 'input[type=password]' },
  { path: '/dashboard', user: 'admin', content: 'main ul div.figure', previous: '/students' },
  { path: '/students', user: 'admin', content: '[data-record] h2, main tbody td' },
  { path: '/absences?batch_id=1&subject_code=QRN101-1', user: 'admin', content: '[data-student]' },
  {
    path: '/grades?batch_id=1&subject_code=QRN102-1',
    user: 'admin',
    content: 'main ul[aria-label] > li p, [role=rowheader]',
  },
  {
    path: '/daily-records?batch_id=1&subject_code=QRN110-1&circle_id=1',
    user: 'teacher',
    content: '[data-row]',
  },
  {
    path: '/halaqa?batch_id=1&subject_code=QRN110-1&circle_id=1',
    user: 'teacher',
    content: 'main section > ul > li > button',
  },
  // A student has no dashboard.
  { path: '/reports', user: 'student', content: 'main dl dd', previous: '/assignments' },
];

/** Teachers and students install the app. Its cache has the answers of these screens after the sign-in. */
export const installedScreens = [
  { path: '/absences?batch_id=1&subject_code=QRN101-1', user: 'teacher', content: '[data-student]' },
  ...screens.filter(({ path }) => path.startsWith('/halaqa')),
  {
    path: '/grades?batch_id=1&subject_code=QRN101-1',
    user: 'teacher',
    content: 'main ul[aria-label] > li p, [role=rowheader]',
  },
  ...screens.filter(({ user }) => user === 'student'),
];

/** The smallest list, as a screen like those above. */
export const smallestScreen = {
  path: `/#/students?perPage=${rowCount}`,
  user: null,
  content: 'tbody tr td',
};

export const pathname = ({ path }) => path.split('?')[0];
