import { Link, MenuItem, TextField, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import { t } from '../../i18n/text';
import { useCutTip } from './useCutTip';

interface ChoiceFieldProps<V extends string> {
  label: ReactNode;
  value: V | null;
  choices: readonly (readonly [value: V, name: ReactNode])[];
  /** The label for no choice; without it there is always a choice. */
  anyLabel?: string;
  hasError?: boolean;
  isDisabled?: boolean;
  helperText?: string | undefined;
  width?: { xs: string; sm: number };
  /** Given where the choices could not be read: says so, and reads them again. */
  onReadAgain?: (() => void) | undefined;
  onChange: (value: V | null) => void;
}

export function ChoiceField<V extends string>({
  label,
  value,
  choices,
  anyLabel,
  hasError = false,
  isDisabled = false,
  helperText,
  width,
  onReadAgain,
  onChange,
}: ChoiceFieldProps<V>) {
  const tip = useCutTip();
  const chosen = choices.find(([known]) => known === value)?.[1];
  return (
    <Tooltip title={chosen === undefined ? '' : <>{chosen}</>} {...tip}>
      <TextField
        select
        label={label}
        value={value ?? ''}
        error={hasError || onReadAgain !== undefined}
        disabled={isDisabled}
        helperText={onReadAgain ? <ReadAgain onClick={onReadAgain} /> : helperText}
        {...(width && { sx: { width } })}
        onChange={({ target }) => onChange(choices.find(([known]) => known === target.value)?.[0] ?? null)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        {anyLabel !== undefined && <MenuItem value="">{anyLabel}</MenuItem>}
        {choices.map(([known, name]) => (
          <MenuItem key={known} value={known}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    </Tooltip>
  );
}

const ReadAgain = ({ onClick }: { onClick: () => void }) => (
  <>
    {t('ui.loadFailed')}{' '}
    <Link component="button" type="button" variant="inherit" onClick={onClick}>
      {t('ui.tryAgain')}
    </Link>
  </>
);
