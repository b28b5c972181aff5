import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { toArabicDigits } from '../../src/i18n/digitsOnScreen';
import { chooseDigits, startDigits } from '../../src/i18n/digits';

const waitForMutations = () => act(async () => Promise.resolve());

afterEach(() => {
  cleanup();
  chooseDigits('ascii');
});

describe('a text in Arabic-Indic digits', () => {
  it.each([
    ['الطلاب: 150', 'الطلاب: ١٥٠'],
    ['92.5%', '٩٢٫٥٪'],
    ['1,200.5', '١٬٢٠٠٫٥'],
    ['1448/03/10', '١٤٤٨/٠٣/١٠'],
    ['الساعة 10:30', 'الساعة ١٠:٣٠'],
    ['1-25 من 150', '١-٢٥ من ١٥٠'],
    ['3. التوحيد', '٣. التوحيد'],
    ['الت102', 'الت١٠٢'],
    ['1, 2', '١, ٢'],
  ])('%s is shown as %s', (text, expected) => expect(toArabicDigits(text)).toBe(expected));

  it.each(['QRN101-2', 'talib2@example.org', 'grades-2026.xlsx', 'لا رقم هنا', '٣'])(
    '%s stays as it is',
    (text) => expect(toArabicDigits(text)).toBe(text),
  );
});

function Counter() {
  const [count, setCount] = useState(3);
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        زد
      </button>
      <p data-testid="mixed">لديك {count} تنبيهات</p>
      {count > 3 && <p data-testid="late">{count * 10}</p>}
      <input aria-label="حقل" value={count} readOnly />
      <code>{count}</code>
    </>
  );
}

describe('the choice of Arabic-Indic digits', () => {
  it('the choice applies to all numbers, also after they change, but not to fields and codes', async () => {
    startDigits();
    render(<Counter />);
    const mixed = screen.getByTestId('mixed');
    expect(mixed.textContent).toBe('لديك 3 تنبيهات');

    chooseDigits('arabic');
    expect(mixed.textContent).toBe('لديك ٣ تنبيهات');
    act(() => screen.getByRole('button').click());
    await waitForMutations();
    expect(mixed.textContent).toBe('لديك ٤ تنبيهات');
    expect(screen.getByTestId('late').textContent).toBe('٤٠');
    expect(screen.getByLabelText<HTMLInputElement>('حقل').value).toBe('4');
    expect(document.querySelector('code')?.textContent).toBe('4');
  });

  it('the choice can be switched off, and typed Arabic-Indic digits stay', async () => {
    render(
      <>
        <Counter />
        <p data-testid="typed">٧</p>
      </>,
    );
    chooseDigits('arabic');
    act(() => screen.getByRole('button').click());
    await waitForMutations();
    chooseDigits('ascii');
    expect(screen.getByTestId('mixed').textContent).toBe('لديك 4 تنبيهات');
    expect(screen.getByTestId('late').textContent).toBe('40');
    expect(screen.getByTestId('typed').textContent).toBe('٧');
  });
});
