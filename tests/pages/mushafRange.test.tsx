import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { AdminContext, localStorageStore } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MushafRange as Range } from '../../contract/rules/mushaf';
import { parseRange } from '../../contract/rules/mushafText';
import { MushafRangeInput } from '../../src/features/hearing/MushafDialog';
import type { MushafRangeProps } from '../../src/features/hearing/useMushafRange';
import { i18nProvider } from '../../src/i18n/i18nProvider';
import { buildTheme } from '../../src/theme/theme';

const buildAyah = (surah: number, ayah: number) => ({ surah, ayah });

/** Renders the input in a component that stores each change, like the screen. */
function open({ content = '', start = null as MushafRangeProps['start'] } = {}) {
  const onChange = vi.fn<MushafRangeProps['onChange']>();
  function Row() {
    const [value, setValue] = useState<Range | null>(parseRange(content));
    return (
      <>
        <MushafRangeInput
          value={value}
          start={start}
          onChange={(range, filled) => {
            onChange(range, filled);
            setValue(range);
          }}
        />
        <button onClick={() => setValue(parseRange('الكهف 1-10'))}>another row</button>
      </>
    );
  }
  render(
    <AdminContext i18nProvider={i18nProvider} theme={buildTheme('light')} store={localStorageStore()}>
      <Row />
    </AdminContext>,
  );
  return onChange;
}

const surah = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });
const number = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const status = () => within(screen.getByRole('status'));
const values = () => [
  surah('من سورة').value,
  number('من آية').value,
  surah('إلى سورة').value,
  number('إلى آية').value,
];

async function replaceText(field: HTMLInputElement, text: string) {
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('a range of the mushaf', () => {
  it('a range is chosen by surah and ayah, in any spelling and digits, and fills in content and pages', async () => {
    const onChange = open();
    expect(number('من آية').disabled).toBe(true);
    await userEvent.type(surah('من سورة'), 'البقره{Enter}');
    expect(values()).toEqual(['البقرة', '1', 'البقرة', '']);
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.type(number('إلى آية'), '٢٠');
    expect(status().getByText('البقرة 1-20')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain('الصفحات: 2.5');
    expect(onChange).toHaveBeenLastCalledWith(
      { from: buildAyah(2, 1), to: buildAyah(2, 20) },
      { recordContent: 'البقرة 1-20', pagesCount: 2.5 },
    );
  });

  it('the field accepts the number of a surah instead of its name, and Tab chooses the highlighted option', async () => {
    open();
    await userEvent.type(surah('من سورة'), '١٨{Enter}');
    await userEvent.type(surah('إلى سورة'), '{Control>}a{/Control}مري');
    await userEvent.tab();
    expect(values()).toEqual(['الكهف', '1', 'مريم', '']);
  });

  it('an ayah that the surah does not have shows an error, and fills in nothing until it is corrected', async () => {
    const onChange = open({ content: 'البقرة 280-286' });
    await replaceText(number('إلى آية'), '287');
    expect(screen.getByText('ليس في سورة البقرة إلا 286 آية')).toBeTruthy();
    expect(number('إلى آية').getAttribute('aria-invalid')).toBe('true');
    expect(onChange).toHaveBeenLastCalledWith(null, { recordContent: '', pagesCount: null });
    await replaceText(number('إلى آية'), '286');
    expect(screen.queryByText('ليس في سورة البقرة إلا 286 آية')).toBeNull();
    expect(onChange.mock.lastCall?.[1].recordContent).toBe('البقرة 280-286');
  });

  it('an end before the start shows an error, but not while more digits may follow', async () => {
    open({ content: 'البقرة 100-110' });
    await replaceText(number('إلى آية'), '12');
    expect(screen.queryByText('نهاية المقدار قبل بدايته')).toBeNull();
    await userEvent.tab();
    expect(screen.getByText('نهاية المقدار قبل بدايته')).toBeTruthy();
    await replaceText(number('إلى آية'), '120');
    expect(screen.queryByText('نهاية المقدار قبل بدايته')).toBeNull();
    expect(status().getByText('البقرة 100-120')).toBeTruthy();
  });

  it('a range starts at the last position of the student, and can be extended to the end of the page or of the surah', async () => {
    const onChange = open({ start: buildAyah(2, 21) });
    expect(values()).toEqual(['البقرة', '21', 'البقرة', '']);
    expect(screen.queryByRole('button', { name: 'المتابعة من البقرة 21' })).toBeNull();
    await replaceText(number('من آية'), '5');
    await press('المتابعة من البقرة 21');
    expect(values()).toEqual(['البقرة', '21', 'البقرة', '']);
    expect(document.activeElement).toBe(number('إلى آية'));
    await press('إلى آخر الصفحة');
    expect(onChange.mock.lastCall?.[1]).toEqual({ recordContent: 'البقرة 21-24', pagesCount: 0.5 });
    await press('إلى آخر السورة');
    expect(onChange.mock.lastCall?.[1].recordContent).toBe('البقرة 21-286');
  });

  it.each([
    ['الصفحة', 'صفحة', '50', '51', 'آل عمران 1-15', 2],
    ['الجزء', 'جزء', '٣٠', '', 'سورة النبأ - سورة الناس', 23],
    ['الحزب', 'حزب', '1', '2', 'الفاتحة 1 - البقرة 141', 21],
  ])('a range is chosen by %s', async (mode, unit, first, last, content, pages) => {
    const onChange = open();
    await press(mode);
    await userEvent.type(number(`من ${unit}`), first);
    if (last !== '') await userEvent.type(number(`إلى ${unit}`), last);
    expect(onChange.mock.lastCall?.[1]).toEqual({ recordContent: content, pagesCount: pages });
  });

  it('a range is chosen in the mode of the last choice, and a range of ayahs stays a range of ayahs', async () => {
    open();
    await press('الصفحة');
    cleanup();
    // The dialog proposes the page after the last range.
    open({ content: 'البقرة 25-29', start: buildAyah(2, 25) });
    expect([number('من صفحة').value, number('إلى صفحة').value]).toEqual(['5', '']);
    cleanup();
    open({ content: 'البقرة 1-20' });
    expect(values()).toEqual(['البقرة', '1', 'البقرة', '20']);
  });

  it('an unchanged start stays the start of the student in every mode, and a chosen range stays a range', async () => {
    open({ start: buildAyah(2, 27) });
    expect(values()).toEqual(['البقرة', '27', 'البقرة', '']);
    await press('الصفحة');
    expect([number('من صفحة').value, number('إلى صفحة').value]).toEqual(['5', '']);
    await press('السورة والآية');
    expect(values()).toEqual(['البقرة', '27', 'البقرة', '']);
    await press('الصفحة');
    await userEvent.type(number('إلى صفحة'), '5');
    await press('السورة والآية');
    expect(values()).toEqual(['البقرة', '25', 'البقرة', '29']);
  });

  it('a range cannot have a page that the mushaf does not have', async () => {
    const onChange = open();
    await press('الصفحة');
    await userEvent.type(number('من صفحة'), '605');
    expect(screen.getByText('اكتب رقماً من 1 إلى 604')).toBeTruthy();
    expect(onChange).toHaveBeenLastCalledWith(null, { recordContent: '', pagesCount: null });
    await replaceText(number('من صفحة'), '604');
    expect(status().getByText('سورة الإخلاص - سورة الناس')).toBeTruthy();
  });

  it('a range keeps its ayahs if its pages are only viewed, and follows typed pages', async () => {
    const onChange = open({ content: 'البقرة 1-20' });
    await press('الصفحة');
    expect([number('من صفحة').value, number('إلى صفحة').value]).toEqual(['2', '4']);
    expect(onChange.mock.lastCall?.[1].pagesCount).toBe(3);
    await press('السورة والآية');
    expect(values()).toEqual(['البقرة', '1', 'البقرة', '20']);
    await press('الصفحة');
    await replaceText(number('إلى صفحة'), '2');
    await press('السورة والآية');
    expect(values()).toEqual(['البقرة', '1', 'البقرة', '5']);
  });

  it('a range changes with the arrow keys, within the surah', async () => {
    open({ content: 'الفلق 2-4' });
    await userEvent.type(number('إلى آية'), '{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(number('إلى آية').value).toBe('5');
    await userEvent.type(number('من آية'), '{ArrowDown}{ArrowDown}');
    expect(status().getByText('سورة الفلق')).toBeTruthy();
  });

  it('the field shows another range when its prop changes', async () => {
    open({ content: 'البقرة 1-20' });
    await press('another row');
    expect(values()).toEqual(['الكهف', '1', 'الكهف', '10']);
  });
});
