import { createTheme, ThemeProvider } from '@mui/material/styles';
import { cleanup, render } from '@testing-library/react';
import { I18nContextProvider } from 'react-admin';
import { afterEach, expect, it } from 'vitest';
import type { Batch } from '../../contract/batches';
import { currentAcademicYear } from '../../contract/rules/academicYear';
import { i18nProvider } from '../../src/i18n/i18nProvider';
import { BatchBadges } from '../../src/resources/batches/BatchBadges';
import { instituteToday } from '../../src/resources/batches/batchModel';
import { themeOf } from '../../src/theme/theme';

const thisYear = currentAcademicYear(null, instituteToday());
const badges = (academic_year: string, status?: string) => {
  const { container } = render(
    <I18nContextProvider value={i18nProvider}>
      <ThemeProvider theme={createTheme(themeOf('light'))}>
        <BatchBadges batch={{ academic_year, status } as Batch} />
      </ThemeProvider>
    </I18nContextProvider>,
  );
  return [...container.querySelectorAll('.MuiChip-root')].map(({ textContent }) => textContent);
};

afterEach(cleanup);

it('the year and the stored status of a batch stand apart and never contradict each other', () => {
  expect(badges(thisYear, 'نشطة')).toEqual(['العام الحالي', 'نشطة']);
  expect(badges(thisYear, 'منتهية')).toEqual(['العام الحالي', 'منتهية']);
  expect(badges('1400', 'نشطة')).toEqual(['نشطة']);
  expect(badges('1400')).toEqual([]);
});
