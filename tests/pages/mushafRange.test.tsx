import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { AdminContext } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MushafRange as Range } from '../../contract/rules/mushaf';
import { parseRange } from '../../contract/rules/mushafText';
import { MushafRange } from '../../src/custom-pages/daily-records/MushafDialog';
import { findSurahs } from '../../src/custom-pages/daily-records/MushafEnd';
import type { MushafRangeProps } from '../../src/custom-pages/daily-records/useMushafRange';
import { i18nProvider } from '../../src/i18n/i18nProvider';
import { themeOf } from '../../src/theme/theme';

const at = (surah: number, ayah: number) => ({ surah, ayah });

/** The choice for a row of a caller that keeps what it is told, as the screen does. */
function open({ content = '', start = null as MushafRangeProps['start'] } = {}) {
  const told = vi.fn<MushafRangeProps['onChange']>();
  function Row() {
    const [value, setValue] = useState<Range | null>(parseRange(content));
    return (
      <>
        <MushafRange
          value={value}
          start={start}
          onChange={(range, filled) => {
            told(range, filled);
            setValue(range);
          }}
        />
        <button onClick={() => setValue(parseRange('الكهف 1-10'))}>another row</button>
      </>
    );
  }
  render(
    <AdminContext i18nProvider={i18nProvider} theme={themeOf('light')}>
      <Row />
    </AdminContext>,
  );
  return told;
}

const surah = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });
const number = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const said = () => within(screen.getByRole('status'));
const values = () => [
  surah('من سورة').value,
  number('من آية').value,
  surah('إلى سورة').value,
  number('إلى آية').value,
];

async function retype(field: HTMLInputElement, text: string) {
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

afterEach(cleanup);

describe('a range of the mushaf', () => {
  it('is chosen by surah and ayah, in any spelling and any digits, and fills content and pages', async () => {
    const told = open();
    expect(number('من آية').disabled).toBe(true);
    await userEvent.type(surah('من سورة'), 'البقره{Enter}');
    expect(values()).toEqual(['البقرة', '1', 'البقرة', '']);
    expect(told).not.toHaveBeenCalled();
    await userEvent.type(number('إلى آية'), '٢٠');
    expect(said().getByText('البقرة 1-20')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain('الصفحات: 2.5');
    expect(told).toHaveBeenLastCalledWith(
      { from: at(2, 1), to: at(2, 20) },
      { recordContent: 'البقرة 1-20', pagesCount: 2.5 },
    );
  });

  it('takes the number of a surah for its name, and the marked one with the tab key', async () => {
    open();
    await userEvent.type(surah('من سورة'), '١٨{Enter}');
    await userEvent.type(surah('إلى سورة'), '{Control>}a{/Control}مري');
    await userEvent.tab();
    expect(values()).toEqual(['الكهف', '1', 'مريم', '']);
  });

  it('says beside the field that a surah has no such ayah, and fills nothing until it is mended', async () => {
    const told = open({ content: 'البقرة 280-286' });
    await retype(number('إلى آية'), '287');
    expect(screen.getByText('ليس في سورة البقرة إلا 286 آية')).toBeTruthy();
    expect(number('إلى آية').getAttribute('aria-invalid')).toBe('true');
    expect(told).toHaveBeenLastCalledWith(null, { recordContent: '', pagesCount: null });
    await retype(number('إلى آية'), '286');
    expect(screen.queryByText('ليس في سورة البقرة إلا 286 آية')).toBeNull();
    expect(told.mock.lastCall?.[1].recordContent).toBe('البقرة 280-286');
  });

  it('says that the end comes before the beginning, but not while it may be still typed', async () => {
    open({ content: 'البقرة 100-110' });
    await retype(number('إلى آية'), '12');
    expect(screen.queryByText('نهاية المقدار قبل بدايته')).toBeNull();
    await userEvent.tab();
    expect(screen.getByText('نهاية المقدار قبل بدايته')).toBeTruthy();
    await retype(number('إلى آية'), '120');
    expect(screen.queryByText('نهاية المقدار قبل بدايته')).toBeNull();
    expect(said().getByText('البقرة 100-120')).toBeTruthy();
  });

  it('carries on from where the student stopped, and goes to the end of the page or of the surah', async () => {
    const told = open({ start: at(2, 21) });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'إلى آخر الصفحة' }).disabled).toBe(true);
    await press('المتابعة من البقرة 21');
    expect(values()).toEqual(['البقرة', '21', 'البقرة', '']);
    expect(document.activeElement).toBe(number('إلى آية'));
    await press('إلى آخر الصفحة');
    expect(told.mock.lastCall?.[1]).toEqual({ recordContent: 'البقرة 21-24', pagesCount: 0.5 });
    await press('إلى آخر السورة');
    expect(told.mock.lastCall?.[1].recordContent).toBe('البقرة 21-286');
  });

  it.each([
    ['الصفحة', 'صفحة', '50', '51', 'آل عمران 1-15', 2],
    ['الجزء', 'جزء', '٣٠', '', 'سورة النبأ - سورة الناس', 23],
    ['الحزب', 'حزب', '1', '2', 'الفاتحة 1 - البقرة 141', 21],
  ])('is chosen by %s', async (mode, unit, first, last, content, pages) => {
    const told = open();
    await press(mode);
    await userEvent.type(number(`من ${unit}`), first);
    if (last !== '') await userEvent.type(number(`إلى ${unit}`), last);
    expect(told.mock.lastCall?.[1]).toEqual({ recordContent: content, pagesCount: pages });
  });

  it('is refused by a page that the mushaf does not have', async () => {
    const told = open();
    await press('الصفحة');
    await userEvent.type(number('من صفحة'), '605');
    expect(screen.getByText('اكتب رقماً من 1 إلى 604')).toBeTruthy();
    expect(told).toHaveBeenLastCalledWith(null, { recordContent: '', pagesCount: null });
    await retype(number('من صفحة'), '604');
    expect(said().getByText('سورة الإخلاص - سورة الناس')).toBeTruthy();
  });

  it('keeps its ayahs when one only looks at its pages, and follows the pages that are typed', async () => {
    const told = open({ content: 'البقرة 1-20' });
    await press('الصفحة');
    expect([number('من صفحة').value, number('إلى صفحة').value]).toEqual(['2', '4']);
    expect(told.mock.lastCall?.[1].pagesCount).toBe(3);
    await press('السورة والآية');
    expect(values()).toEqual(['البقرة', '1', 'البقرة', '20']);
    await press('الصفحة');
    await retype(number('إلى صفحة'), '2');
    await press('السورة والآية');
    expect(values()).toEqual(['البقرة', '1', 'البقرة', '5']);
  });

  it('is stepped with the arrow keys, inside of the surah', async () => {
    open({ content: 'الفلق 2-4' });
    await userEvent.type(number('إلى آية'), '{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(number('إلى آية').value).toBe('5');
    await userEvent.type(number('من آية'), '{ArrowDown}{ArrowDown}');
    expect(said().getByText('سورة الفلق')).toBeTruthy();
  });

  it('shows another one when the caller changes it', async () => {
    open({ content: 'البقرة 1-20' });
    await press('another row');
    expect(values()).toEqual(['الكهف', '1', 'الكهف', '10']);
  });
});

describe('a surah', () => {
  it('is found by a part of its name or the beginning of its number', () => {
    expect(findSurahs('بقرة')).toEqual([2]);
    expect(findSurahs('عمران')[0]).toBe(3);
    expect(findSurahs('ق').slice(0, 2)).toEqual([50, 106]);
    expect(findSurahs('٢')[0]).toBe(2);
    expect(findSurahs('11')).toEqual([11, 110, 111, 112, 113, 114]);
    expect(findSurahs('115')).toEqual([]);
    expect(findSurahs(' ')).toHaveLength(114);
  });
});
