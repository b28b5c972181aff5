import { expect, expectComplaints, takeSession, test } from '../support/browserTest';
import { HeldAnswers, type Order } from '../support/heldAnswers';

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
type Opening = readonly [typeof desk, Order];

const inBothOrders: readonly Opening[] = [
  [desk, 'first'],
  [desk, 'last'],
  [phone, 'first'],
  [phone, 'last'],
];
const inOneOrder: readonly Opening[] = [
  [desk, 'first'],
  [phone, 'last'],
];
const inOtherOrder: readonly Opening[] = [
  [desk, 'last'],
  [phone, 'first'],
];

for (const [screen, username, address, openings] of [
  ['register', 'admin', '/absences?batch_id=1&subject_code=QRN101-1', inBothOrders],
  ['register of a teacher', 'teacher', '/absences?batch_id=1&subject_code=QRN101-1', inOtherOrder],
  ['day of a teacher', 'teacher', '/dashboard', inBothOrders],
  ['marks', 'admin', '/grades?batch_id=1&subject_code=QRN102-1', inOneOrder],
  ['dashboard', 'admin', '/dashboard', inOneOrder],
  ['assignments', 'admin', '/assignments?batch_id=1&subject_code=SHR101-1', inOneOrder],
  ['report of a student', 'student', '/reports', inOneOrder],
  ['sign-in', null, '/login', inOneOrder],
] as const)
  test(`${screen} holds still while its answers come late, one after the other`, async ({
    page,
    complaints,
  }) => {
    if (username) await takeSession(page, username);
    const answers = await HeldAnswers.of(page);
    for (const [size, order] of openings) {
      await page.setViewportSize(size);
      const moves = await answers.movesOn(address, order);
      expect(moves, `${size.width} px, the ${order} request is answered first`).toEqual([]);
    }
    expectComplaints(complaints, /404.*subject-grade-settings/);
  });
