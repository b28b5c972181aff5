import { expect, expectConsoleErrors, takeSession, test } from '../support/browserTest';
import { DelayedAnswers, type Order } from '../support/delayedAnswers';

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
type Opening = readonly [typeof desk, Order];

const oneOrder: readonly Opening[] = [
  [desk, 'first'],
  [phone, 'last'],
];
const otherOrder: readonly Opening[] = [
  [desk, 'last'],
  [phone, 'first'],
];
const bothOrders = [...oneOrder, ...otherOrder];

const register = '/absences?batch_id=1&subject_code=QRN101-1';
const marks = '/grades?batch_id=1&subject_code=QRN102-1';
const assignments = '/assignments?batch_id=1&subject_code=SHR101-1';

for (const [user, username, screens] of [
  [
    'an admin',
    'admin',
    { [register]: bothOrders, [marks]: oneOrder, '/dashboard': oneOrder, [assignments]: oneOrder },
  ],
  ['a teacher', 'teacher', { [register]: otherOrder, '/dashboard': bothOrders }],
  ['a student', 'student', { '/reports': oneOrder }],
  ['nobody', null, { '/login': oneOrder }],
] as const)
  test(`screens of ${user} do not shift while answers arrive late, one by one`, async ({
    page,
    consoleErrors,
  }) => {
    if (username) await takeSession(page, username);
    const api = await DelayedAnswers.create(page);
    for (const [address, openings] of Object.entries<readonly Opening[]>(screens))
      for (const [size, order] of openings) {
        await page.setViewportSize(size);
        const { moves, answers } = await api.collectMoves(address, order);
        const opening = `${address} at ${size.width} px, the ${order} request is answered first`;
        expect(moves, opening).toEqual([]);
        // The sign-in form sends no calls.
        if (username) expect(answers, opening).toBeGreaterThan(0);
      }
    expectConsoleErrors(consoleErrors, /404.*subject-grade-settings/);
  });
