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
  format?: (value: unknown) => string;
}

export const staleFields = <F extends RecordFields>(
  fields: F,
  formats: Partial<Record<keyof F, (value: unknown) => string>> = {},
): StaleField[] =>
  Object.entries(fields).map(([name, { label }]) => ({
    name,
    label,
    ...(name in formats ? { format: formats[name] } : {}),
  }));

/** The server refused the save, because another user had changed the record. */
export interface StaleSave<Body extends object = Values> {
  mine: Body;
  theirs: Values;
}

export interface StaleQuestion extends StaleSave<object> {
  isSaving?: boolean;
  /** Called with the stored values and the user's choices. */
  onResolve: (values: Values) => void;
  onClose: () => void;
}

interface StaleDialogProps {
  /** The dialog skips fields with equal values. */
  fields: readonly StaleField[];
  question: StaleQuestion | null;
  /** Button label for a dialog that only returns the values. */
  button?: string;
}

export function StaleDialog({ question, ...props }: StaleDialogProps) {
  if (!question) return null;
  // If another user saves while the dialog is open, the choices reset.
  return <Choices key={JSON.stringify(question.theirs)} question={question} {...props} />;
}

interface ClashDialogProps<Clash> {
  clashes: readonly Clash[];
  /** Each field must have a unique name. */
  toField: (clash: Clash) => StaleField;
  isSaving: boolean;
  button?: string;
  /** `theirs` lists the clashes for which the user selected the stored value. */
  onResolve: (theirs: Clash[]) => void;
  onClose: () => void;
}

export function ClashDialog<Clash extends { mine: string; theirs: string }>({
  clashes,
  toField,
  onResolve,
  button,
  ...question
}: ClashDialogProps<Clash>) {
  if (clashes.length === 0) return null;
  const valuesOfSide = (side: Side) =>
    Object.fromEntries(clashes.map((clash) => [toField(clash).name, clash[side]]));
  return (
    <StaleDialog
      fields={clashes.map(toField)}
      question={{
        ...question,
        mine: valuesOfSide('mine'),
        theirs: valuesOfSide('theirs'),
        onResolve: (values) =>
          onResolve(clashes.filter((clash) => values[toField(clash).name] === clash.theirs)),
      }}
      {...(button && { button })}
    />
  );
}

function Choices({ fields, question, button }: StaleDialogProps & { question: StaleQuestion }) {
  const { theirs, isSaving = false, onResolve, onClose } = question;
  const mine: Values = { ...question.mine };
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  const differingNames = differingFields(fields, mine, theirs);
  const chooseAll = (side: Side) =>
    setChosen(Object.fromEntries(differingNames.map(({ name }) => [name, side])));
  const resolve = () => {
    const mineChosen = differingNames
      .filter(({ name }) => chosen[name] !== 'theirs')
      .map(({ name }) => [name, mine[name]]);
    onResolve({ ...theirs, ...Object.fromEntries(mineChosen) });
  };
  return (
    <FormDialog isOpen title={t('ui.staleTitle')} onClose={onClose}>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>
          {differingNames.length > 0 ? t('ui.staleText') : t('ui.staleNoDifference')}
        </Typography>
        {differingNames.length > 1 && (
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
          {differingNames.map((field) => (
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
  const formatValue = (content: unknown) =>
    isEmpty(content) ? t('ui.empty') : (field.format?.(content) ?? String(content));
  const option = (side: Side, content: unknown) => (
    <FormControlLabel
      value={side}
      control={<Radio />}
      label={
        <>
          {t(`ui.${side}`)}: <bdi>{formatValue(content)}</bdi>
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
