import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import type { Presence } from '../../../contract/rules/attendance';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/dialog/FormDialog';
import type { Duplicates } from './duplicates';

interface DuplicateDialogProps {
  duplicates: Duplicates;
  isSaving: boolean;
  onResolve: (choice: 'update' | 'keep') => void;
  onClose: () => void;
}

/** The students who are recorded that day already, each with the current type, and a way on. */
export function DuplicateDialog({ duplicates, isSaving, onResolve, onClose }: DuplicateDialogProps) {
  const t = useText();
  const typeOf = ({ isAbsent, type }: Presence) =>
    isAbsent ? (type ?? t('absences.absent')) : t('absences.present');
  return (
    <FormDialog isOpen title={t('absences.duplicateTitle')} onClose={onClose}>
      <DialogContent>
        <Typography>{t('absences.duplicateText')}</Typography>
        <List>
          {duplicates.clashes.map(({ studentId, studentName, mine, theirs }) => (
            <ListItem key={studentId} disableGutters>
              <ListItemText
                primary={studentName}
                secondary={
                  <>
                    {t('absences.duplicateCurrent', { type: typeOf(theirs) })}
                    <br />
                    {t('absences.duplicateMine', { type: typeOf(mine) })}
                  </>
                }
              />
            </ListItem>
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isSaving}>
          {t('ui.cancel')}
        </Button>
        <Button onClick={() => onResolve('keep')} disabled={isSaving}>
          {t('absences.duplicateKeep')}
        </Button>
        {duplicates.current && (
          <Button variant="contained" onClick={() => onResolve('update')} disabled={isSaving}>
            {t('absences.duplicateUpdate')}
          </Button>
        )}
      </DialogActions>
    </FormDialog>
  );
}
