import GlobalStyles from '@mui/material/GlobalStyles';
import { useText } from '../../../i18n/useText';
import { fontFamily } from '../../../theme/tokens';

/**
 * A4 with the number of each page; of the screen only the report itself goes on paper, and no dark frame of it.
 * @param hasOwnTitle the report brings its title along: that of the screen stays off the paper
 */
export function PaperStyles({ hasOwnTitle }: { hasOwnTitle: boolean }) {
  const t = useText();
  return (
    <GlobalStyles
      styles={{
        '@page': {
          size: 'A4',
          margin: '12mm 12mm 16mm',
          '@bottom-center': {
            content: `"${t('reportPaper.page')} " counter(page) " ${t('reportPaper.pageOf')} " counter(pages)`,
            fontFamily,
            fontSize: '9pt',
          },
        },
        '@media print': {
          '#root, #root *': { backgroundColor: 'transparent !important' },
          '#main-content': { padding: '0 !important', maxWidth: 'none !important' },
          ...(hasOwnTitle && { '#main-content h1, #main-content h1 + p': { display: 'none !important' } }),
          '.MuiSnackbar-root, a[href="#main-content"]': { display: 'none !important' },
        },
      }}
    />
  );
}
