import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { ImportType } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { fieldName } from './fieldNames';
import type { Unfilled } from './unfilled';

interface UnfilledQuestionProps {
  type: ImportType;
  unfilled: readonly Unfilled[];
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
}

/** Our fields that no column of the file fills, what becomes of each, and whether that is meant. */
export function UnfilledQuestion({ type, unfilled, isAccepted, onAccept }: UnfilledQuestionProps) {
  const t = useText();
  return (
    <Alert severity="warning" sx={{ alignItems: 'flex-start' }}>
      <AlertTitle>{t('imports.unfilledTitle')}</AlertTitle>
      <Box component="ul" sx={{ m: 0, ps: 2.5 }}>
        {unfilled.map(({ field, value }) => (
          <li key={field}>
            {value === null
              ? t('imports.staysEmpty', { field: fieldName(type, field) })
              : t('imports.takesDefault', { field: fieldName(type, field), value })}
          </li>
        ))}
      </Box>
      <FormControlLabel
        sx={{ mt: 1 }}
        control={<Checkbox checked={isAccepted} onChange={(_, isChecked) => onAccept(isChecked)} />}
        label={t('imports.goOnWithout')}
      />
    </Alert>
  );
}
