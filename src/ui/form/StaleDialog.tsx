import {
  Box,
  Button,
  DialogActions,
  DialogContent,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Stack,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import type { RecordFields } from '../../../contract/fieldTable';
import { t } from '../../i18n/text';
import { FormDialog } from '../dialog/FormDialog';

type Values = Record<string, unknown>;
type Side = 'mine' | 'theirs';

export interface StaleField {
  name: string;
  label: string;
  /** Formats a value; default: as it is. */
  shown?: (value: unknown) => string;
}

/** The fields of a record; `shown` for values that need formatting. */
export const staleFields = <F extends RecordFields>(
  fields: F,
  shown: Partial<Record<keyof F, (value: unknown) => string>> = {},
): StaleField[] =>
  Object.entries(fields).map(([name, { label }]) => ({
    name,
    label,
    ...(name in shown ? { shown: shown[name] } : {}),
  }));

/** A save that was refused because the record had changed meanwhile. */
export interface StaleSave<Body extends object = Values> {
  /** The values to save. */
  mine: Body;
  theirs: Values;
}

export interface StaleQuestion extends StaleSave<object> {
  isSaving?: boolean;
  /** Called with the chosen values, merged with everything that is stored now. */
  onResolve: (values: Values) => void;
  onClose: () => void;
}

interface StaleDialogProps {
  /** The editable fields; fields with equal values are not asked about. */
  fields: readonly StaleField[];
  /** Null if there is no question. */
  question: StaleQuestion | null;
  /** The label of the button if nothing is saved yet. */
  button?: string;
}

/** Two people or tabs changed the same record: shows both values of each field, to choose for each or for all. */
export function StaleDialog({ question, ...props }: StaleDialogProps) {
  if (!question) return null;
  // If somebody saves while the dialog is open, it starts again.
  return <Choices key={JSON.stringify(question.theirs)} question={question} {...props} />;
}

interface ClashDialogProps<Clash> {
  clashes: readonly Clash[];
  /** The field of a clash; its name is unique. */
  fieldOf: (clash: Clash) => StaleField;
  isSaving: boolean;
  button?: string;
  /** @param theirs the clashes in which the stored value is kept */
  onSettle: (theirs: Clash[]) => void;
  onClose: () => void;
}

/** The same for a sheet: all fields that two people changed differently. */
export function ClashDialog<Clash extends { mine: string; theirs: string }>({
  clashes,
  fieldOf,
  onSettle,
  button,
  ...question
}: ClashDialogProps<Clash>) {
  if (clashes.length === 0) return null;
  const sideOf = (side: Side) =>
    Object.fromEntries(clashes.map((clash) => [fieldOf(clash).name, clash[side]]));
  return (
    <StaleDialog
      fields={clashes.map(fieldOf)}
      question={{
        ...question,
        mine: sideOf('mine'),
        theirs: sideOf('theirs'),
        onResolve: (values) =>
          onSettle(clashes.filter((clash) => values[fieldOf(clash).name] === clash.theirs)),
      }}
      {...(button && { button })}
    />
  );
}

function Choices({ fields, question, button }: StaleDialogProps & { question: StaleQuestion }) {
  const { theirs, isSaving = false, onResolve, onClose } = question;
  const mine: Values = { ...question.mine };
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  const differing = differingFields(fields, mine, theirs);
  const chooseAll = (side: Side) => setChosen(Object.fromEntries(differing.map(({ name }) => [name, side])));
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
        {differing.length > 1 && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
            <Button variant="outlined" onClick={() => chooseAll('mine')}>
              {t('ui.allMine')}
            </Button>
            <Button variant="outlined" onClick={() => chooseAll('theirs')}>
              {t('ui.allTheirs')}
            </Button>
          </Box>
        )}
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
          {isSaving ? t('ui.saving') : (button ?? t('ui.saveChosen'))}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}

interface FieldChoiceProps {
  field: StaleField;
  mine: unknown;
  theirs: unknown;
  value: Side;
  onChange: (value: Side) => void;
}

function FieldChoice({ field, mine, theirs, value, onChange }: FieldChoiceProps) {
  const labelId = useId();
  const shown = (of: unknown) => (isEmpty(of) ? t('ui.empty') : (field.shown?.(of) ?? String(of)));
  const option = (side: Side, of: unknown) => (
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

export function differingFields(fields: readonly StaleField[], mine: Values, theirs: Values): StaleField[] {
  const text = (value: unknown) => (isEmpty(value) ? '' : JSON.stringify(value));
  return fields.filter(({ name }) => name in mine && text(mine[name]) !== text(theirs[name]));
}
