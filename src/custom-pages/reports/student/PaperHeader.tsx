import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Api } from '../../../dataProvider';
import { useToday } from '../../../dataProvider/useToday';
import { useText } from '../../../i18n/useText';
import { fontFamily } from '../../../theme/tokens';
import { BothDates } from '../../../ui/BothDates';

const styles = (page: string, pageOf: string) => ({
  '@page': {
    size: 'A4',
    margin: '12mm 12mm 16mm',
    '@bottom-center': {
      content: `"${page} " counter(page) " ${pageOf} " counter(pages)`,
      fontFamily,
      fontSize: '9pt',
    },
  },
  '@media print': {
    // The dark frame of a dark screen too.
    '#root, #root *': { backgroundColor: 'transparent !important' },
    '#main-content': { padding: '0 !important' },
    'a[href="#main-content"]': { display: 'none !important' },
  },
});

/** What stands at the head of the paper and not on the screen: whose it is, and the day in both calendars. */
export function PaperHeader() {
  const t = useText();
  const today = useToday();
  const { settings } = useDataProvider<Api>();
  const { data: institute } = useQuery({ queryKey: ['settings', 'today'], queryFn: () => settings() });
  return (
    <Box
      data-paper
      sx={{
        display: 'none',
        '@media print': { display: 'flex' },
        alignItems: 'center',
        gap: 2,
        pb: 1,
        mb: 1,
        borderBottom: 2,
      }}
    >
      <GlobalStyles styles={styles(t('studentReport.page'), t('studentReport.pageOf'))} />
      {institute?.logo && (
        <Box component="img" src={institute.logo} alt="" sx={{ maxHeight: 64, maxWidth: 120 }} />
      )}
      <Typography component="div" sx={{ flex: 1, fontSize: '1.25rem', fontWeight: 700 }}>
        {institute?.institute_name ?? t('shell.product')}
      </Typography>
      <Box>
        <Typography variant="caption">{t('studentReport.issuedOn')}</Typography>
        <Typography component="div">
          <BothDates value={today} />
        </Typography>
      </Box>
    </Box>
  );
}
