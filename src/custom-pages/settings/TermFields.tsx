import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import { Box, Button, Chip, Stack, TextField, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import { useController, useFormState } from 'react-hook-form';
import { t } from '../../i18n/text';
import { DayField } from '../../ui/form/DayField';
import { isDay } from '../../../contract/rules/days';
import { FormSection } from '../../ui/form/RecordForm';
import { IconAction } from '../../ui/page/IconAction';
import {
  areTermsComplete,
  emptyTerm,
  maxTerms,
  findTermProblems,
  type SettingsValues,
  type TermRow,
} from './settingsModel';

export function TermFields({ today }: { today: string }) {
  const addButton = useRef<HTMLButtonElement>(null);
  const [addedIndex, setAddedIndex] = useState(-1);
  const { submitCount } = useFormState();
  const { field, fieldState } = useController<SettingsValues, 'terms'>({
    name: 'terms',
    rules: {
      validate: {
        required: (terms) => areTermsComplete(terms) || t('validation.fillRequired'),
        fits: (terms) => findTermProblems(terms).length === 0 || t('validation.review'),
      },
    },
  });
  const terms = field.value;
  const problems = findTermProblems(terms);
  const serverProblems = (fieldState.error ?? {}) as unknown as Record<number, ServerProblem | undefined>;
  const change = (index: number, term: TermRow) => field.onChange(terms.with(index, term));
  const remove = (index: number) => {
    field.onChange(terms.toSpliced(index, 1));
    setAddedIndex(-1);
    addButton.current?.focus();
  };
  return (
    <FormSection title={t('settings.terms')} text={t('settings.termsText')}>
      <Stack
        sx={{ gridColumn: '1 / -1', gap: 2, alignItems: 'stretch' }}
        ref={(box: HTMLElement | null) => {
          const focusFirst = () => box?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
          field.ref(box && { focus: focusFirst });
        }}
      >
        {terms.length === 0 && <Typography>{t('settings.noTerms')}</Typography>}
        {terms.map((term, termIndex) => (
          <TermLine
            // A new term has no id. The index is a safe key, because a line has no state of its own.
            key={termIndex}
            index={termIndex}
            term={term}
            problems={problems.filter(({ index }) => index === termIndex)}
            serverProblem={serverProblems[termIndex]}
            isChecked={submitCount > 0}
            isNew={termIndex === addedIndex}
            isCurrent={term.start_date <= today && today <= term.end_date}
            onChange={(changed) => change(termIndex, changed)}
            onRemove={() => remove(termIndex)}
          />
        ))}
        <Box>
          <Button
            ref={addButton}
            variant="outlined"
            startIcon={<Add />}
            disabled={terms.length >= maxTerms}
            onClick={() => {
              setAddedIndex(terms.length);
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
  index: number;
  term: TermRow;
  problems: ReturnType<typeof findTermProblems>;
  serverProblem: ServerProblem | undefined;
  /** True after a submit: the fields then show missing values too. */
  isChecked: boolean;
  /** A new line gets the focus. */
  isNew: boolean;
  isCurrent: boolean;
  onChange: (term: TermRow) => void;
  onRemove: () => void;
}

function TermLine(props: TermLineProps) {
  const { index, term, isNew, isCurrent, onChange, onRemove } = props;
  const messageFor = (name: Field) => problemText(props, name);
  const title = t('settings.term', { number: index + 1 });
  const remove = t('settings.removeTerm', { name: term.name || title });
  const renderDay = (name: 'start_date' | 'end_date', label: string) => (
    <DayField
      label={label}
      value={term[name]}
      isRequired
      isEager
      onChange={(chosen) => onChange({ ...term, [name]: chosen })}
      problem={messageFor(name)}
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
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) 1.1fr 1.1fr auto' },
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
          error={messageFor('name') !== ''}
          helperText={messageFor('name')}
          slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off' } }}
        />
        {isCurrent && (
          <Chip size="small" color="primary" variant="outlined" label={t('settings.currentTerm')} />
        )}
      </Box>
      <IconAction title={remove} onClick={onRemove} sx={{ order: { sm: 1 } }}>
        <Delete />
      </IconAction>
      <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
        {renderDay('start_date', t('labels.termStart'))}
      </Box>
      <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
        {renderDay('end_date', t('labels.termEnd'))}
      </Box>
    </Box>
  );
}

type Field = 'name' | 'start_date' | 'end_date';

const fieldByCode = { REVERSED: 'end_date', OVERLAP: 'start_date', NAME_TWICE: 'name' } as const;

/** Returns an empty text if the field has no problem. */
function problemText({ term, problems, serverProblem, isChecked }: TermLineProps, name: Field): string {
  const problem = problems.find(({ code }) => fieldByCode[code] === name);
  if (problem?.code === 'REVERSED') return t('ui.datesReversed');
  if (problem?.code === 'OVERLAP') return t('settings.overlap', { name: problem.other?.name ?? '' });
  if (problem) return t('settings.nameTwice');
  const isMissing = name === 'name' ? term.name.trim() === '' : !isDay(term[name]);
  if (isChecked && isMissing) return t('validation.required');
  return serverProblem?.[name]?.message ?? '';
}
