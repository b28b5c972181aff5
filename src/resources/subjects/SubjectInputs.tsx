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
import { parseHours, levelChoices } from './subjectModel';

interface SubjectInputsProps {
  /** The highest level that all programmes of the subject have. */
  maxLevel: number;
  /** True if some batches already have the subject, because its values then cannot change. */
  isLocked?: boolean;
  /** The input of the code. It differs between create and edit. */
  children: ReactNode;
}

export function SubjectInputs({ maxLevel, isLocked = false, children }: SubjectInputsProps) {
  const [level, type] = useWatch({ name: ['level', 'type'] }) as [number, SubjectType];
  const validateRequired = required('validation.required');
  const validateLevel = (chosen: number) =>
    chosen > maxLevel ? t('validation.between', { least: 1, most: maxLevel }) : undefined;
  const validateHours = (typed: unknown) =>
    parseHours(typed) === null ? t('validation.between', { least: 1, most: 10 }) : undefined;
  const {
    name,
    ...others
  }: Omit<InputByField<typeof subjectFields>, 'subject_code'> = {
    name: (
      <TextInput
        source="name"
        validate={validateRequired}
        readOnly={isLocked}
        helperText={false}
        margin="none"
        slotProps={{ htmlInput: { maxLength: 120 } }}
      />
    ),
    level: (
      <SelectInput
        source="level"
        choices={levelChoices(maxLevel, level)}
        translateChoice={false}
        validate={[validateRequired, validateLevel]}
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
        min={1}
        max={10}
        helperText={t('subjects.hoursHint')}
        validate={validateHours}
        isLocked={isLocked}
      />
    ),
    type: (
      <SelectInput
        source="type"
        choices={typeChoices(type)}
        translateChoice={false}
        validate={validateRequired}
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

/** Only a subject with a legacy type can choose that type. */
function typeChoices(current: SubjectType) {
  const isLegacy = (legacySubjectTypes as readonly SubjectType[]).includes(current);
  return (isLegacy ? allSubjectTypes : subjectTypes).map((name) => ({ id: name, name }));
}
