import { describe, expect, test } from 'vitest';
import { proposedResult, weightedFaults } from '../../contract/rules/hearing';
import { defaultFaultKinds, defaultResultRules } from '../../contract/vocabulary';

test('a fault has the weight of its kind, and a fault of an unknown kind has the weight 1', () => {
  const faults = [
    { kind: 'notice', count: 2 },
    { kind: 'major', count: 1 },
    { kind: 'hesitation', count: 4 },
    { kind: 'gone', count: 3 },
  ];
  expect(weightedFaults(faults, defaultFaultKinds)).toBe(6);
  expect(weightedFaults([], defaultFaultKinds)).toBe(0);
});

describe('the proposed result of a hearing', () => {
  test.each([
    [0, 1, 'ممتاز', 'accepted'],
    [0.5, 1, 'ممتاز', 'accepted'],
    [0.75, 1, 'جيد جداً', 'accepted'],
    [4, 2, 'جيد', 'accepted'],
    [6, 2, 'مقبول', 'accepted'],
    [6.25, 2, 'ضعيف', 'repeat'],
    [2, 0, 'ضعيف', 'repeat'],
    [2, null, 'جيد', 'accepted'],
  ])(
    'the result of %s weighted faults on %s pages is %s, %s',
    (weighted, pages, performanceLevel, result) => {
      expect(proposedResult(weighted, pages, defaultResultRules)).toEqual({ performanceLevel, result });
    },
  );
});
