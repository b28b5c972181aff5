import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import { Box, Button, Chip, Stack, TextField, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import { useController, useFormState } from 'react-hook-form';
import { t } from '../../i18n/text';
import { DayField } from '../../ui/form/DayField';
import { isDay } from '../../ui/form/days';
import { FormSection } from '../../ui/form/RecordForm';
import { IconAction } from '../../ui/page/IconAction';
import {
  areTermsComplete,
  emptyTerm,
  maxTerms,
  problemsOf,
  type SettingsValues,
  type TermRow,
} from './settingsModel';

/** The terms: added, changed and removed in place; problems are shown at once. */
export function TermFields({ today }: { today: string }) {
  const addButton = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState(-1);
  const { submitCount } = useFormState();
  const { field, fieldState } = useController<SettingsValues, 'terms'>({
    name: 'terms',
    rules: {
      validate: {
        required: (terms) => areTermsComplete(terms) || t('validation.fillRequired'),
        fits: (terms) => problemsOf(terms).length === 0 || t('validation.review'),
      },
    },
  });
  const terms = field.value;
  const problems = problemsOf(terms);
  const ofServer = (fieldState.error ?? {}) as unknown as Record<number, ServerProblem | undefined>;
  const change = (place: number, term: TermRow) => field.onChange(terms.with(place, term));
  const remove = (place: number) => {
    field.onChange(terms.toSpliced(place, 1));
    setAdded(-1);
    addButton.current?.focus();
  };
  return (
    <FormSection title={t('settings.terms')} text={t('settings.termsText')}>
      <Stack
        sx={{ gridColumn: '1 / -1', gap: 2, alignItems: 'stretch' }}
        ref={(box: HTMLElement | null) => {
          const wrong = () => box?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
          field.ref(box && { focus: wrong });
        }}
      >
        {terms.length === 0 && <Typography>{t('settings.noTerms')}</Typography>}
        {terms.map((term, place) => (
          <TermLine
            // A term has no id until it is saved; all its values are in the form.
            key={place}
            place={place}
            term={term}
            problems={problems.filter(({ index }) => index === place)}
            ofServer={ofServer[place]}
            isChecked={submitCount > 0}
            isNew={place === added}
            isCurrent={term.start_date <= today && today <= term.end_date}
            onChange={(changed) => change(place, changed)}
            onRemove={() => remove(place)}
          />
        ))}
        <Box>
          <Button
            ref={addButton}
            variant="outlined"
            startIcon={<Add />}
            disabled={terms.length >= maxTerms}
            onClick={() => {
              setAdded(terms.length);
              field.onChange([...terms, emptyTerm]);
            }}
          >
            {t('settings.addTerm')}
          </Button>
        </Box>
      </Stack>
    </FormSection>
  );
}

type ServerProblem = Partial<Record<keyof TermRow, { message?: string }>>;

interface TermLineProps {
  /** From 0. */
  place: number;
  term: TermRow;
  problems: ReturnType<typeof problemsOf>;
  /** The server's messages about its fields. */
  ofServer: ServerProblem | undefined;
  /** The form was submitted: missing values are shown too. */
  isChecked: boolean;
  /** Just added, so it gets the focus. */
  isNew: boolean;
  isCurrent: boolean;
  onChange: (term: TermRow) => void;
  onRemove: () => void;
}

function TermLine(props: TermLineProps) {
  const { place, term, isNew, isCurrent, onChange, onRemove } = props;
  const problemOf = (name: Field) => problemIn(props, name);
  const title = t('settings.term', { number: place + 1 });
  const remove = t('settings.removeTerm', { name: term.name || title });
  const day = (name: 'start_date' | 'end_date', label: string) => (
    <DayField
      label={label}
      value={term[name]}
      isRequired
      isEager
      onChange={(chosen) => onChange({ ...term, [name]: chosen })}
      problem={problemOf(name)}
    />
  );
  return (
    <Box
      role="group"
      aria-label={title}
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1.4fr) 1fr 1fr auto' },
        pb: 2,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
        <TextField
          label={t('settings.termName')}
          value={term.name}
          required
          autoFocus={isNew}
          onChange={({ target }) => onChange({ ...term, name: target.value })}
          error={problemOf('name') !== ''}
          helperText={problemOf('name')}
          slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off' } }}
        />
        {isCurrent && (
          <Chip size="small" color="primary" variant="outlined" label={t('settings.currentTerm')} />
        )}
      </Box>
      <IconAction title={remove} onClick={onRemove} sx={{ order: { sm: 1 } }}>
        <Delete />
      </IconAction>
      <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>{day('start_date', t('labels.termStart'))}</Box>
      <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>{day('end_date', t('labels.termEnd'))}</Box>
    </Box>
  );
}

type Field = 'name' | 'start_date' | 'end_date';

const placeOf = { REVERSED: 'end_date', OVERLAP: 'start_date', NAME_TWICE: 'name' } as const;

/** The problem of a field of a term as text; empty if there is none. */
function problemIn({ term, problems, ofServer, isChecked }: TermLineProps, name: Field): string {
  const problem = problems.find(({ code }) => placeOf[code] === name);
  if (problem?.code === 'REVERSED') return t('ui.datesReversed');
  if (problem?.code === 'OVERLAP') return t('settings.overlap', { name: problem.other?.name ?? '' });
  if (problem) return t('settings.nameTwice');
  const isMissing = name === 'name' ? term.name.trim() === '' : !isDay(term[name]);
  if (isChecked && isMissing) return t('validation.required');
  return ofServer?.[name]?.message ?? '';
}
