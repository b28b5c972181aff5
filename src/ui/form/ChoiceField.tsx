import { Link, MenuItem, TextField, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import { t } from '../../i18n/text';
import { useTruncationTip } from './useTruncationTip';

interface ChoiceFieldProps<V extends string> {
  label: ReactNode;
  value: V | null;
  choices: readonly (readonly [value: V, name: ReactNode])[];
  /** Label of the empty choice. Without a label, the field has no empty choice. */
  anyLabel?: string;
  hasError?: boolean;
  isDisabled?: boolean;
  helperText?: string | undefined;
  width?: { xs: string; sm: number };
  /** If loading the choices fails, the field shows an error and a retry link. */
  onRetry?: (() => void) | undefined;
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
  onRetry,
  onChange,
}: ChoiceFieldProps<V>) {
  const tip = useTruncationTip();
  const chosenText = choices.find(([choice]) => choice === value)?.[1];
  return (
    <Tooltip title={chosenText === undefined ? '' : <>{chosenText}</>} {...tip}>
      <TextField
        select
        label={label}
        value={value ?? ''}
        error={hasError || onRetry !== undefined}
        disabled={isDisabled}
        helperText={onRetry ? <RetryLink onClick={onRetry} /> : helperText}
        {...(width && { sx: { width } })}
        onChange={({ target }) => onChange(choices.find(([choice]) => choice === target.value)?.[0] ?? null)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        {anyLabel !== undefined && <MenuItem value="">{anyLabel}</MenuItem>}
        {choices.map(([choice, name]) => (
          <MenuItem key={choice} value={choice}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    </Tooltip>
  );
}

const RetryLink = ({ onClick }: { onClick: () => void }) => (
  <>
    {t('ui.loadFailed')}{' '}
    <Link component="button" type="button" variant="inherit" onClick={onClick}>
      {t('ui.tryAgain')}
    </Link>
  </>
);
