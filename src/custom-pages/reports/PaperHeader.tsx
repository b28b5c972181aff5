import { Box, GlobalStyles, Typography } from '@mui/material';
import { gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import { logoProblem } from '../../../contract/rules/logo';
import { useInstitute, useToday } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { fontFamily } from '../../theme/tokens';

/** Visible only in print. */
export function PaperHeader({ hasOwnTitle = false }: { hasOwnTitle?: boolean }) {
  const today = useToday();
  const { data } = useInstitute();
  return (
    <Box data-paper-header sx={headerStyle}>
      <PaperStyles hasOwnTitle={hasOwnTitle} />
      {data?.logo && logoProblem(data.logo) === null && (
        <Box
          component="img"
          src={data.logo}
          alt=""
          sx={{ height: 64, maxWidth: 140, objectFit: 'contain' }}
        />
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontSize: '1.25rem', fontWeight: 700, overflowWrap: 'anywhere' }}>
          {data?.institute_name ?? t('shell.product')}
        </Typography>
        <Typography variant="body2">
          {t('reportPaper.printedOn', { hijri: hijriDate(today), gregorian: gregorianDate(today) })}
        </Typography>
      </Box>
    </Box>
  );
}

const headerStyle = {
  display: 'none',
  '@media print': { display: 'flex' },
  alignItems: 'center',
  gap: 2,
  pb: 1.5,
  mb: 2,
  borderBottom: '2px solid',
  borderColor: 'primary.main',
} as const;

/** A4 with page numbers. With `hasOwnTitle`, the title of the screen is not printed. */
function PaperStyles({ hasOwnTitle }: { hasOwnTitle: boolean }) {
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
