import Box from '@mui/material/Box';
import { type Theme, ThemeProvider } from '@mui/material/styles';
import { type ChangeEvent, type ComponentType, useState } from 'react';
import { NotificationContextProvider } from 'react-admin';
import { ImportButton, type ImportConfig } from 'react-admin-import-csv';
import type { ImportPlan } from './quickImportRows';
import { QuickImportDialog } from './QuickImportDialog';
import { useQuickImport } from './useQuickImport';

// Its declarations name React's older global JSX.
const PackageButton = ImportButton as unknown as ComponentType<ImportConfig & { variant: 'outlined' }>;

/**
 * The button of react-admin-import-csv, which lets a file be chosen and read, and calls us back at each step. Its
 * dialogs and its toast, which say neither what is wrong nor what was done, appear nowhere: ours stands for them.
 */
export default function QuickImportButton({ load }: { load: () => Promise<ImportPlan> }) {
  const { hooks, accept, ...quickImport } = useQuickImport(load);
  const [fileName, setFileName] = useState('');
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (!file) return;
    setFileName(file.name);
    if (!accept(file)) event.stopPropagation();
  };
  return (
    <>
      <Box onChangeCapture={chosen} sx={buttonStyle}>
        <ThemeProvider theme={withoutItsDialogs}>
          <NotificationContextProvider>
            <PackageButton variant="outlined" disableCreateMany disableUpdateMany {...hooks} />
          </NotificationContextProvider>
        </ThemeProvider>
      </Box>
      <QuickImportDialog fileName={fileName} {...quickImport} />
    </>
  );
}

const buttonStyle = {
  '& .MuiButton-root': { width: '100%', px: 2, fontSize: (theme: Theme) => theme.typography.button.fontSize },
} as const;

const Nothing = () => null;

/** Nothing is drawn for its dialogs, and its button keeps its words on phones. */
const withoutItsDialogs = (outer: Theme): Theme => ({
  ...outer,
  breakpoints: { ...outer.breakpoints, down: () => '@media not all' },
  components: {
    ...outer.components,
    MuiDialog: { ...outer.components?.MuiDialog, defaultProps: { slots: { root: Nothing } } },
    MuiTooltip: { ...outer.components?.MuiTooltip, defaultProps: { describeChild: true } },
  },
});
