import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { useController, useFormState } from 'react-hook-form';
import { useText } from '../../i18n/useText';
import { FormSection } from '../../ui/form/FormSection';
import {
  areWhole,
  emptyTerm,
  maxTerms,
  problemsOf,
  type SettingsValues,
  type TermRow,
} from './settingsModel';
import { TermLine } from './TermLine';

/** The terms: added, changed and removed in place; what the rules forbid is said beside it at once. */
export function TermFields({ today }: { today: string }) {
  const t = useText();
  const addButton = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState(-1);
  const { submitCount } = useFormState();
  const { field, fieldState } = useController<SettingsValues, 'terms'>({
    name: 'terms',
    rules: {
      validate: {
        required: (terms) => areWhole(terms) || t('validation.fillRequired'),
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
    <FormSection title={t('settings.terms')}>
      <Typography color="text.secondary" sx={{ gridColumn: '1 / -1', mt: -1.5 }}>
        {t('settings.termsText')}
      </Typography>
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
            // A term has no name of its own until it is saved; every value stands in the form.
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
