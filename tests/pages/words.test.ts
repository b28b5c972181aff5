import { expect, it } from 'vitest';
import { paperText } from '../../contract/reports/paperText';
import { ar } from '../../src/i18n/ar';

const sentencesIn = (part: unknown): string[] =>
  typeof part === 'string' ? [part] : Object.values(part ?? {}).flatMap(sentencesIn);

it('the number of a student has one name on every screen and paper', () => {
  const others = /الرقم الجامعي|رقم الطالب|الرقم الدراسي|رقم القيد/;
  // The names that a pasted table may use are not our own text.
  const { headers: _, ...grades } = ar.grades;
  const matches = sentencesIn([{ ...ar, grades, imports: {} }, paperText]).filter((text) =>
    others.test(text),
  );
  expect(matches).toEqual([]);
});
