import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useSaveContext } from 'react-admin';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../dialog/FormDialog';

type Values = Record<string, unknown>;

export interface StaleField {
  name: string;
  label: string;
  /** How a value is shown; by default as it stands. */
  shown?: (value: unknown) => string;
}

/** A save that was refused because the record had changed meanwhile. */
export interface StaleSave {
  mine: Values;
  theirs: Values;
}

interface StaleDialogProps {
  /** The fields that a person can change; those with equal values are not asked about. */
  fields: readonly StaleField[];
  /** What was about to be saved. */
  mine: Values;
  /** What is stored now. */
  theirs: Values;
  isSaving?: boolean;
  /** The chosen values of `fields`, over everything that is stored now. */
  onResolve: (values: Values) => void;
  onClose: () => void;
}

/** Two tabs changed one record: both values of each field, and a choice for each. */
export function StaleDialog({
  fields,
  mine,
  theirs,
  isSaving = false,
  onResolve,
  onClose,
}: StaleDialogProps) {
  const t = useText();
  const [chosen, setChosen] = useState<Record<string, 'mine' | 'theirs'>>({});
  const differing = differingFields(fields, mine, theirs);
  const resolve = () => {
    const own = differing
      .filter(({ name }) => chosen[name] !== 'theirs')
      .map(({ name }) => [name, mine[name]]);
    onResolve({ ...theirs, ...Object.fromEntries(own) });
  };
  return (
    <FormDialog isOpen title={t('ui.staleTitle')} onClose={onClose}>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>
          {differing.length > 0 ? t('ui.staleText') : t('ui.staleNoDifference')}
        </Typography>
        <Stack spacing={2}>
          {differing.map((field) => (
            <FieldChoice
              key={field.name}
              field={field}
              mine={mine[field.name]}
              theirs={theirs[field.name]}
              value={chosen[field.name] ?? 'mine'}
              onChange={(value) => setChosen({ ...chosen, [field.name]: value })}
            />
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button variant="contained" onClick={resolve} disabled={isSaving}>
          {isSaving ? t('ui.saving') : t('ui.saveChosen')}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}

interface FieldChoiceProps {
  field: StaleField;
  mine: unknown;
  theirs: unknown;
  value: 'mine' | 'theirs';
  onChange: (value: 'mine' | 'theirs') => void;
}

function FieldChoice({ field, mine, theirs, value, onChange }: FieldChoiceProps) {
  const t = useText();
  const labelId = useId();
  const shown = (of: unknown) => (isEmpty(of) ? t('ui.empty') : (field.shown?.(of) ?? String(of)));
  const option = (side: 'mine' | 'theirs', of: unknown) => (
    <FormControlLabel
      value={side}
      control={<Radio />}
      label={
        <>
          {t(`ui.${side}`)}: <bdi>{shown(of)}</bdi>
        </>
      }
    />
  );
  return (
    <FormControl>
      <FormLabel id={labelId}>{field.label}</FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        value={value}
        onChange={(_, side) => onChange(side === 'theirs' ? 'theirs' : 'mine')}
      >
        {option('mine', mine)}
        {option('theirs', theirs)}
      </RadioGroup>
    </FormControl>
  );
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

function differingFields(fields: readonly StaleField[], mine: Values, theirs: Values): StaleField[] {
  const text = (value: unknown) => (isEmpty(value) ? '' : JSON.stringify(value));
  return fields.filter(({ name }) => name in mine && text(mine[name]) !== text(theirs[name]));
}

interface StaleSaveDialogProps {
  stale: StaleSave | null;
  fields: readonly StaleField[];
  onClose: () => void;
}

/** Inside `EditBase`: lets the person choose, then saves again, from the version that is stored now. */
export function StaleSaveDialog({ stale, fields, onClose }: StaleSaveDialogProps) {
  const { save, saving } = useSaveContext();
  if (!stale || !save) return null;
  return (
    <StaleDialog
      {...stale}
      key={String(stale.theirs['version'])}
      fields={fields}
      isSaving={saving}
      onResolve={(values) => void save(values)}
      onClose={onClose}
    />
  );
}
