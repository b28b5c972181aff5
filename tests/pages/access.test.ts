import { describe, expect, it } from 'vitest';
import { isRedirected, canOpen } from '../../src/dataProvider/access';
import { pathAfterSignIn } from '../../src/sign-in/SignInPage';

describe('access to routes', () => {
  it.each([
    '/programs',
    '/batches',
    '/subjects',
    '/students',
    '/guardians',
    '/teachers',
    '/import',
    '/cleanup',
    '/users',
    '/link-students',
    '/duplicates',
    '/archive',
  ])('%s and its subroutes are only for admins', (route) => {
    for (const path of [route, `${route}/create`, `${route}/7`]) {
      expect(canOpen('admin', path)).toBe(true);
      expect(canOpen('teacher', path)).toBe(false);
      expect(canOpen('student', path)).toBe(false);
    }
  });

  it.each(['/grades', '/daily-records', '/absences'])('%s is only for staff', (route) => {
    expect(canOpen('admin', route)).toBe(true);
    expect(canOpen('teacher', route)).toBe(true);
    expect(canOpen('student', route)).toBe(false);
  });

  it.each(['/dashboard', '/reports', '/assignments', '/assignments/4', '/submissions/3', '/settings'])(
    '%s is for every role',
    (route) => {
      for (const role of ['admin', 'teacher', 'student'] as const) {
        expect(canOpen(role, route)).toBe(true);
        expect(isRedirected(role, route)).toBe(false);
      }
    },
  );

  it('a user without access to a route is redirected; the archive shows a message instead', () => {
    for (const role of ['teacher', 'student'] as const) {
      expect(isRedirected(role, '/users')).toBe(true);
      expect(isRedirected(role, '/archive')).toBe(false);
    }
    expect(isRedirected('student', '/grades')).toBe(true);
    expect(isRedirected('admin', '/assignments/4/submit')).toBe(true);
    expect(isRedirected('admin', '/users')).toBe(false);
  });

  it('only students open the submit and view pages of an assignment', () => {
    expect(canOpen('student', '/assignments/4/submit')).toBe(true);
    expect(canOpen('admin', '/assignments/4/submit')).toBe(false);
    expect(canOpen('teacher', '/assignments/4/view')).toBe(false);
    expect(canOpen('teacher', '/assignments/4')).toBe(true);
  });

  it('an admin of one section has no screens of the whole institute', () => {
    for (const path of ['/programs', '/programs/create', '/cleanup']) {
      expect(canOpen('admin', path, 'girls')).toBe(false);
      expect(isRedirected('admin', path, 'girls')).toBe(true);
      expect(canOpen('admin', path, null)).toBe(true);
    }
    for (const path of ['/batches', '/users', '/settings'])
      expect(canOpen('admin', path, 'girls')).toBe(true);
  });

  it('a route with the same prefix is a different route', () => {
    expect(canOpen('student', '/programs-of-mine')).toBe(true);
  });
});

describe('the redirect after sign-in', () => {
  it('the redirect goes to the page that the user requested', () => {
    expect(pathAfterSignIn(`?next=${encodeURIComponent('/programs?filter={"q":"ا"}')}`)).toMatch(
      /^\/programs\?filter=/,
    );
  });

  it.each([
    '',
    '?next=https://evil.example/',
    '?next=//evil.example/x',
    '?next=/\\evil.example',
    '?next=javascript:alert(1)',
    '?next=/login',
  ])('the redirect goes to the dashboard for %s', (search) =>
    expect(pathAfterSignIn(search)).toBe('/dashboard'),
  );
});
