import { describe, expect, test } from 'vitest';
import { announcementsApi } from '../../contract/families/announcements';
import {
  defaultUntil,
  findSecondPlace,
  findUntilProblem,
  isLongText,
  lastUntil,
  maxShownDays,
  maxText,
  maxTitle,
} from '../../contract/rules/families/announcements';
import { daysAfter } from '../../contract/rules/retention';

const today = '2026-11-29';

describe('the last day', () => {
  test('today and the furthest day are allowed, yesterday and the day after it are not', () => {
    expect(findUntilProblem(today, today)).toBeNull();
    expect(findUntilProblem(lastUntil(today), today)).toBeNull();
    expect(findUntilProblem(daysAfter(today, -1), today)).toBe('over');
    expect(findUntilProblem(daysAfter(today, maxShownDays + 1), today)).toBe('too far');
  });

  test('a week is the default, also over the end of a year', () => {
    expect(defaultUntil(today)).toBe('2026-12-06');
    expect(defaultUntil('2026-12-29')).toBe('2027-01-05');
  });
});

describe('the place', () => {
  test('none and each alone are allowed, and the second of two is named', () => {
    expect(findSecondPlace({})).toBeUndefined();
    expect(findSecondPlace({ section: null, batch_id: 4 })).toBeUndefined();
    expect(findSecondPlace({ circle_id: 2 })).toBeUndefined();
    expect(findSecondPlace({ section: 'girls', batch_id: 4 })).toBe('batch_id');
    expect(findSecondPlace({ program_id: 'QRN', circle_id: 2 })).toBe('circle_id');
  });
});

describe('a text', () => {
  test('two short lines stay open, three lines or a long line are folded', () => {
    expect(isLongText('غداً لا دوام\nنلقاكم الأحد')).toBe(false);
    expect(isLongText('الأول\nالثاني\nالثالث')).toBe(true);
    expect(isLongText('كلمة '.repeat(40))).toBe(true);
  });

  test('lines are kept, an empty text is null, and longer texts than the limits are refused', () => {
    const body = (values: object) =>
      announcementsApi.create.body.safeParse({ title: 'إعلان', until: today, ...values });
    expect(body({ text: ' الأول\nالثاني ' }).data?.text).toBe('الأول\nالثاني');
    expect(body({ text: '  ' }).data?.text).toBeNull();
    expect(body({ text: 'ا'.repeat(maxText) }).success).toBe(true);
    expect(body({ text: 'ا'.repeat(maxText + 1) }).success).toBe(false);
    expect(body({ title: 'ا'.repeat(maxTitle) }).success).toBe(true);
    expect(body({ title: 'ا'.repeat(maxTitle + 1) }).success).toBe(false);
    expect(body({ title: ' ' }).success).toBe(false);
  });
});
