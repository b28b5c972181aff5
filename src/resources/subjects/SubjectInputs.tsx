import { Box, Stack } from '@mui/material';
import type { ReactNode } from 'react';
import { required, SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { subjectFields } from '../../../contract/courseFields';
import {
  allSubjectTypes,
  legacySubjectTypes,
  subjectTypes,
  type SubjectType,
} from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { FieldInputs, type InputByField } from '../../ui/form/FieldInputs';
import { StepInput } from './StepInput';
import { hoursOf, levelChoices } from './subjectModel';

interface SubjectInputsProps {
  /** The highest level of the programmes concerned. */
  lastLevel: number;
  /** Some batches already have the subject, so its values cannot change. */
  isLocked?: boolean;
  /** The input of the code, which differs between adding and editing. */
  children: ReactNode;
}

/** Name, code, level, hours and type of a subject. */
export function SubjectInputs({ lastLevel, isLocked = false, children }: SubjectInputsProps) {
  const [level, type] = useWatch({ name: ['level', 'type'] }) as [number, SubjectType];
  const filled = required('validation.required');
  const fitsProgram = (chosen: number) =>
    chosen > lastLevel ? t('validation.between', { least: 1, most: lastLevel }) : undefined;
  const fitsHours = (typed: unknown) =>
    hoursOf(typed) === null ? t('validation.between', { least: 1, most: 10 }) : undefined;
  const {
    name,
    ...others
  }: Omit<InputByField<typeof subjectFields>, 'subject_code'> = {
    name: (
      <TextInput
        source="name"
        validate={filled}
        readOnly={isLocked}
        helperText={false}
        margin="none"
        slotProps={{ htmlInput: { maxLength: 120 } }}
      />
    ),
    level: (
      <SelectInput
        source="level"
        choices={levelChoices(lastLevel, level)}
        translateChoice={false}
        validate={[filled, fitsProgram]}
        readOnly={isLocked}
        helperText={false}
        margin="none"
      />
    ),
    hours: (
      <StepInput
        name="hours"
        label={t('resources.subjects.fields.hours')}
        step={1}
        least={1}
        most={10}
        helperText={t('subjects.hoursHint')}
        validate={fitsHours}
        isLocked={isLocked}
      />
    ),
    type: (
      <SelectInput
        source="type"
        choices={typesFor(type)}
        translateChoice={false}
        validate={filled}
        readOnly={isLocked}
        helperText={false}
        margin="none"
      />
    ),
  };
  return (
    <Stack spacing={2}>
      {name}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        <FieldInputs fields={subjectFields} inputs={others} />
      </Box>
      {children}
    </Stack>
  );
}

/** A legacy type is offered only to a subject that has it. */
function typesFor(current: SubjectType) {
  const isLegacy = (legacySubjectTypes as readonly SubjectType[]).includes(current);
  return (isLegacy ? allSubjectTypes : subjectTypes).map((name) => ({ id: name, name }));
}
