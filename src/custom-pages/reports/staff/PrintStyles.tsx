import GlobalStyles from '@mui/material/GlobalStyles';

/** A4 with the number of each page; of the screen only the report itself goes on paper. */
const styles = {
  '@page': {
    size: 'A4',
    margin: '14mm 12mm 16mm',
    '@bottom-center': {
      content: 'counter(page) " / " counter(pages)',
      fontSize: '9pt',
    },
  },
  '@media print': {
    '#main-content': { padding: '0 !important', maxWidth: 'none !important' },
    '#main-content h1, #main-content h1 + p, .MuiSnackbar-root': { display: 'none !important' },
  },
};

export const PrintStyles = () => <GlobalStyles styles={styles} />;
