import { expect, test } from 'vitest';
import { fullName } from '../../contract/rules/identity';

test('the four names are joined by single spaces', () => {
  const names = { first_name: 'أحمد', second_name: ' عبد  الله ', third_name: 'سعد', last_name: 'الغامدي' };
  expect(fullName(names)).toBe('أحمد عبد الله سعد الغامدي');
});
test('missing names leave no gap', () => {
  expect(fullName({ first_name: 'أحمد', second_name: '', third_name: null, last_name: 'الغامدي' })).toBe(
    'أحمد الغامدي',
  );
  expect(fullName({ first_name: 'أحمد', second_name: ' \u200F ', last_name: 'الغامدي' })).toBe(
    'أحمد الغامدي',
  );
  expect(fullName({})).toBe('');
});
