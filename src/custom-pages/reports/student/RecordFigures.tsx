import Typography from '@mui/material/Typography';
import type { RecordFigures as Figures } from '../../../../contract/studentReport';
import { useText } from '../../../i18n/useText';

/** What stands for the marks of a subject of daily records, which has none. */
export function RecordFigures({ records: figures }: { records: Figures }) {
  const t = useText();
  const { records, pages, mistakes, average } = figures;
  return (
    <Typography variant="body2" component="span" sx={{ fontSize: 'inherit' }}>
      {t('studentReport.recordsOf', { records, pages, mistakes })}
      {average !== null && ` · ${t('studentReport.recordsAverage', { average })}`}
    </Typography>
  );
}
