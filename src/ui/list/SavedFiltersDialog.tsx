import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type SyntheticEvent, useState } from 'react';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../dialog/FormDialog';
import { sentenceOf } from '../page/sentenceOf';

/** As the contract has it. */
const maxSigns = 60;

interface SavedFiltersDialogProps {
  /** Why the last attempt was refused. */
  problem: unknown;
  isPending: boolean;
  onSave: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a view; what the server refuses stands under the field. */
export function SavedFiltersDialog({ problem, isPending, onSave, onClose }: SavedFiltersDialogProps) {
  const t = useText();
  const [name, setName] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const ofName =
    problem instanceof ApiProblem ? problem.details.find(({ path }) => path === 'name') : undefined;
  const refused = problem ? (ofName?.message ?? sentenceOf(problem, t('savedFilters.saveFailed'))) : '';
  const sentence = isMissing ? t('validation.required') : refused;
  const submit = (event: SyntheticEvent) => {
    // The dialog may stand inside a form of the page.
    event.preventDefault();
    event.stopPropagation();
    const wanted = name.trim();
    setIsMissing(wanted === '');
    if (wanted !== '' && !isPending) onSave(wanted);
  };
  return (
    <FormDialog
      isOpen
      title={t('savedFilters.dialogTitle')}
      isDirty={name.trim() !== ''}
      onClose={onClose}
      maxWidth="xs"
    >
      <form onSubmit={submit} noValidate>
        <DialogContent sx={{ pt: 0 }}>
          <Typography color="text.secondary" sx={{ mb: 2 }}>
            {t('savedFilters.dialogText')}
          </Typography>
          <TextField
            label={t('savedFilters.name')}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setIsMissing(false);
            }}
            required
            autoFocus
            error={sentence !== ''}
            helperText={sentence}
            slotProps={{ htmlInput: { maxLength: maxSigns }, formHelperText: { role: 'alert' } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isPending}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={isPending} aria-busy={isPending}>
            {isPending ? t('ui.saving') : t('ui.save')}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
