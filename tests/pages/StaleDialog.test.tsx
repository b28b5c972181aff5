import { createTheme, ThemeProvider } from '@mui/material/styles';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nContextProvider } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { i18nProvider } from '../../src/i18n/i18nProvider';
import { buildTheme } from '../../src/theme/theme';
import { StaleDialog } from '../../src/ui/form/StaleDialog';

const fields = [
  { name: 'program_name', label: 'اسم البرنامج' },
  { name: 'levels', label: 'عدد المستويات' },
  { name: 'description', label: 'الوصف' },
];
const mine = { id: 1, version: 1, program_name: 'اسمي', levels: 4, description: null };
const theirs = { id: 1, version: 3, program_name: 'اسمهم', levels: 6, description: '' };

afterEach(cleanup);

describe('two tabs that changed one record', () => {
  it('two tabs show both values of each different field, and save the choice over the stored version', async () => {
    let saved: unknown = null;
    render(
      <I18nContextProvider value={i18nProvider}>
        <ThemeProvider theme={createTheme(buildTheme('light'))}>
          <StaleDialog
            fields={fields}
            question={{ mine, theirs, onResolve: (values) => (saved = values), onClose: () => undefined }}
          />
        </ThemeProvider>
      </I18nContextProvider>,
    );
    const groups = screen.getAllByRole('radiogroup');
    expect(groups).toHaveLength(2);
    await userEvent.click(
      within(screen.getByRole('radiogroup', { name: 'عدد المستويات' })).getByRole('radio', {
        name: /القيمة المحفوظة/,
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'حفظ المختار' }));
    expect(saved).toEqual({ id: 1, version: 3, program_name: 'اسمي', levels: 6, description: '' });
  });
});
