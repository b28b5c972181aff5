import GlobalStyles from '@mui/material/GlobalStyles';
import { useText } from '../../../i18n/useText';
import { fontFamily } from '../../../theme/tokens';

/** A4 with the number of each page; of the screen only the report itself goes on paper. */
export function PrintStyles() {
  const t = useText();
  return (
    <GlobalStyles
      styles={{
        '@page': {
          size: 'A4',
          margin: '14mm 12mm 16mm',
          '@bottom-center': {
            content: `"${t('staffReports.page')} " counter(page) " ${t('staffReports.pageOf')} " counter(pages)`,
            fontFamily,
            fontSize: '9pt',
          },
        },
        '@media print': {
          '#main-content': { padding: '0 !important', maxWidth: 'none !important' },
          '#root div:has(#main-content)': { backgroundColor: 'transparent !important' },
          '#main-content h1, #main-content h1 + p, .MuiSnackbar-root, a[href="#main-content"]': {
            display: 'none !important',
          },
        },
      }}
    />
  );
}
