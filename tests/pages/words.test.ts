import { expect, it } from 'vitest';
import { paperText } from '../../contract/reports/paperText';
import { ar } from '../../src/i18n/ar';

const sentencesIn = (part: unknown): string[] =>
  typeof part === 'string' ? [part] : Object.values(part ?? {}).flatMap(sentencesIn);

it('the student number has one label on every screen and paper', () => {
  const others = /الرقم الجامعي|رقم الطالب|الرقم الدراسي|رقم القيد/;
  // Headers recognised in pasted tables are not texts of the screens.
  const { headers: _, ...grades } = ar.grades;
  const matches = sentencesIn([{ ...ar, grades, imports: {} }, paperText]).filter((text) =>
    others.test(text),
  );
  expect(matches).toEqual([]);
});
