import {
  DialogContent,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { Circle } from '../../../../contract/circles';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { BothDates } from '../../../ui/page/BothDates';
import { ErrorState } from '../../../ui/page/States';

export default function HistoryDialog({ circle, onClose }: { circle: Circle; onClose: () => void }) {
  const { circleHistory } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['circles', 'history', circle.id],
    queryFn: () => circleHistory(circle.id),
    staleTime: 0,
  });
  return (
    <FormDialog isOpen title={t('circles.history.title', { name: circle.name })} onClose={onClose}>
      <DialogContent>
        {error && !data && (
          <ErrorState title={t('circles.loadFailed')} error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && <Skeleton variant="rounded" height={160} />}
        {data?.length === 0 && <Typography>{t('circles.history.none')}</Typography>}
        {data && data.length > 0 && (
          <Table size="small" aria-label={t('circles.history.title', { name: circle.name })}>
            <TableHead>
              <TableRow>
                <TableCell>{t('labels.studentName')}</TableCell>
                <TableCell>{t('circles.history.from')}</TableCell>
                <TableCell>{t('circles.history.to')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {data.map(({ student_id, full_name, from, to }) => (
                <TableRow key={`${student_id} ${from}`}>
                  <TableCell component="th" scope="row">
                    <bdi>{full_name}</bdi>
                  </TableCell>
                  <TableCell>
                    <BothDates value={from} />
                  </TableCell>
                  <TableCell>{to === null ? t('circles.history.now') : <BothDates value={to} />}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </DialogContent>
    </FormDialog>
  );
}
