import { Box, type Theme, ThemeProvider } from '@mui/material';
import type { ChangeEvent, ComponentType, MouseEvent } from 'react';
import { ImportButton, type ImportConfig } from 'react-admin-import-csv';
import { useNavigate } from 'react-router';
import { setOpenedFile } from './openedFile';
import { importFiles } from './sheet';

/** The lists with a file chooser of their own. The other lists link to the import page. */
export type ListImport = 'programs' | 'batches';

// The types of react-admin-import-csv use React's old global JSX.
const PackageButton = ImportButton as unknown as ComponentType<ImportConfig & { variant: 'outlined' }>;

/**
 * The button and the file chooser of react-admin-import-csv. Its own run is not used, because it sends all
 * rows at once and shows neither changes nor errors. The import page opens the file.
 */
export default function QuickImportButton({ type }: { type: ListImport }) {
  const navigate = useNavigate();
  const openFile = (event: ChangeEvent<HTMLInputElement>) => {
    event.stopPropagation();
    const file = event.target.files?.[0];
    if (!file) return;
    setOpenedFile(file);
    void navigate(`/import?type=${type}`);
  };
  return (
    <Box onChangeCapture={openFile} onClickCapture={acceptWorkbooks} sx={buttonStyle}>
      <ThemeProvider theme={withLabelOnPhones}>
        <PackageButton variant="outlined" />
      </ThemeProvider>
    </Box>
  );
}

/** The chooser of the package offers only text files. */
function acceptWorkbooks({ currentTarget }: MouseEvent<HTMLElement>) {
  const input = currentTarget.querySelector('input');
  if (input) input.accept = importFiles.accept;
}

const buttonStyle = {
  '& .MuiButton-root': { width: '100%', px: 2, fontSize: (theme: Theme) => theme.typography.button.fontSize },
} as const;

/** The tooltip describes the button, and does not replace its name. */
const withLabelOnPhones = (outer: Theme): Theme => ({
  ...outer,
  breakpoints: { ...outer.breakpoints, down: () => '@media not all' },
  components: {
    ...outer.components,
    MuiTooltip: { ...outer.components?.MuiTooltip, defaultProps: { describeChild: true } },
  },
});
