import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { Isolated } from '../../ui/page/Isolated';
import type { PastePlan } from './pastePlan';

interface PasteOutcomeProps {
  plan: PastePlan;
  onUndo: () => void;
  onClose: () => void;
}

/** What of a pasted table found its student, and what did not: before anything is saved. */
export function PasteOutcome({ plan, onUndo, onClose }: PasteOutcomeProps) {
  const t = useText();
  const { entries, unmatched, ignored } = plan;
  return (
    <FormDialog isOpen title={t('grades.pasteTitle')} onClose={onClose}>
      <DialogContent>
        <Typography sx={{ fontWeight: 600 }}>
          {t('grades.pasted', { smart_count: entries.length })}
        </Typography>
        <Typography color="text.secondary">{t('grades.pasteNotSaved')}</Typography>
        {ignored.length > 0 && (
          <Typography sx={{ mt: 2, overflowWrap: 'anywhere' }}>
            {t('grades.pasteColumns', { columns: ignored.join(t('grades.comma')) })}
          </Typography>
        )}
        {unmatched.length > 0 && (
          <>
            <Typography sx={{ mt: 2 }}>
              {t('grades.pasteUnmatched', { smart_count: unmatched.length })}
            </Typography>
            <Table size="small">
              <TableBody>
                {unmatched.map(({ row, number, name, reason }) => (
                  <TableRow key={row}>
                    <TableCell sx={{ whiteSpace: 'nowrap' }}>{t('grades.pasteRow', { row })}</TableCell>
                    <TableCell sx={{ overflowWrap: 'anywhere' }}>
                      <bdi>{name}</bdi> <Isolated>{number}</Isolated>
                    </TableCell>
                    <TableCell>{t(`grades.reason.${reason}`)}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </>
        )}
      </DialogContent>
      <DialogActions>
        {entries.length > 0 && <Button onClick={onUndo}>{t('grades.pasteUndo')}</Button>}
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('grades.understood')}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
