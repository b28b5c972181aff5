import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { gregorianDate, hijriDate } from '../../../../contract/rules/hijri';
import type { Api } from '../../../dataProvider';
import { useToday } from '../../../dataProvider/useToday';
import { useText } from '../../../i18n/useText';
import { PaperStyles } from './PaperStyles';

/** On paper only: whose report it is, and the day in both calendars. @param hasOwnTitle see `PaperStyles` */
export function PaperHeader({ hasOwnTitle = false }: { hasOwnTitle?: boolean }) {
  const t = useText();
  const today = useToday();
  const api = useDataProvider<Api>();
  const { data } = useQuery({ queryKey: ['settings', 'today'], queryFn: () => api.settings() });
  return (
    <Box data-paper-header sx={style}>
      <PaperStyles hasOwnTitle={hasOwnTitle} />
      {data?.logo && (
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

const style = {
  display: 'none',
  '@media print': { display: 'flex' },
  alignItems: 'center',
  gap: 2,
  pb: 1.5,
  mb: 2,
  borderBottom: '2px solid',
  borderColor: 'primary.main',
} as const;
