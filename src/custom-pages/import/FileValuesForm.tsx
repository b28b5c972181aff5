import { Box, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import type { Subject } from '../../../contract/subjects';
import { dailyRecordType, type ImportType } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { findBatch } from '../../features/import/catalogue';
import { t } from '../../i18n/text';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { RecordPicker } from '../../ui/form/RecordPicker';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { fieldName } from './fields';
import { type FileValues, genderOf, openFields, valueChoices, type ValueSources } from './fileValues';
import type { Mapping } from './mapping';

interface FileValuesFormProps {
  type: ImportType;
  mapping: Mapping;
  /** An empty text clears the value of a field. */
  onChange: (changes: FileValues, sources: ValueSources) => void;
}

/** Values for fields without a column. A proposed value says where it comes from. */
export function FileValuesForm({ type, mapping, onChange }: FileValuesFormProps) {
  const titleId = useId();
  const fields = openFields(type, mapping.fields, mapping.values);
  const circles = useCircles(mapping, fields.includes('circle_name') && fields.includes('batch_name'));
  const shownFields = fields.filter((field) => field !== 'circle_name' || circles.length > 0);
  if (shownFields.length === 0) return null;
  const field = { type, mapping, circles, onChange };
  return (
    <Box component="section" aria-labelledby={titleId}>
      <Typography id={titleId} variant="h3">
        {t('imports.fileValues.title')}
      </Typography>
      <SecondaryText sx={{ mb: 1.5 }}>{t('imports.fileValues.hint')}</SecondaryText>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' } }}>
        {shownFields.map((name) => (
          <ValueField key={name} name={name} {...field} />
        ))}
      </Box>
    </Box>
  );
}

interface ValueFieldProps extends FileValuesFormProps {
  name: string;
  circles: readonly Circle[];
}

function ValueField({ name, type, mapping, circles, onChange }: ValueFieldProps) {
  const { values, sources, catalogue } = mapping;
  const value = values[name] ?? '';
  const source = sources[name];
  const helperText = source && value !== '' ? t(`imports.fileValues.from.${source}`) : undefined;
  const label = fieldName(type, name);
  const picker = { label, helperText, value, valueText: value, placeholder: t('imports.fileValues.empty') };
  const choose = (chosen: string | null) => onChange({ [name]: chosen ?? '' }, {});
  const choices = valueChoices[name];
  if (choices)
    return (
      <ChoiceField
        label={label}
        value={value === '' ? null : value}
        choices={choices}
        anyLabel={t('imports.fileValues.empty')}
        helperText={helperText}
        onChange={choose}
      />
    );
  switch (name) {
    case 'batch_name':
      return (
        <RecordPicker<Batch>
          {...picker}
          resource="batches"
          keyField="batch_name"
          optionText={({ batch_name }) => batch_name}
          optionNote={({ program_name }) => program_name}
          onChange={(batch) => {
            const changes = changesOfBatch(type, mapping, batch);
            onChange(changes, changes['gender'] ? { gender: 'batch' } : {});
          }}
        />
      );
    case 'program_name':
      return (
        <RecordPicker<Program>
          {...picker}
          resource="programs"
          keyField="program_name"
          optionText={({ program_name }) => program_name}
          onChange={(program) => choose(program?.program_name ?? null)}
        />
      );
    case 'subject_code': {
      const batch = findBatch(catalogue, values['batch_name'] ?? '');
      return (
        <RecordPicker<Subject>
          {...picker}
          label={fieldName(type, 'subject_name')}
          valueText={catalogue.subjects.find(({ subject_code }) => subject_code === value)?.name ?? value}
          resource="subjects"
          keyField="subject_code"
          filter={batch ? { batch_id: batch.id } : {}}
          optionText={(subject) => subject.name}
          optionNote={({ subject_code, batch_name }) =>
            [subject_code, batch_name].filter(Boolean).join(' · ')
          }
          isUnavailable={(subject) => subject.type === dailyRecordType}
          onChange={(subject) => choose(subject?.subject_code ?? null)}
        />
      );
    }
    case 'circle_name':
      return (
        <ChoiceField
          label={label}
          value={circles.find((circle) => isCircle(circle, values))?.key ?? null}
          choices={circles.map((circle) => [circle.key, circle.label])}
          anyLabel={t('imports.fileValues.empty')}
          onChange={(key) => {
            const circle = circles.find((one) => one.key === key);
            const [circle_name, circle_subject_code] = [circle?.name ?? '', circle?.subjectCode ?? ''];
            onChange({ circle_name, circle_subject_code }, {});
          }}
        />
      );
    default:
      return (
        <TextField
          label={label}
          value={value}
          placeholder={t('imports.fileValues.empty')}
          onChange={({ target }) => choose(target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      );
  }
}

/** Circles and subjects belong to the batch. A gender that the user has chosen stays. */
function changesOfBatch(type: ImportType, { values, sources }: Mapping, batch: Batch | null): FileValues {
  const isChosen = Boolean(values['gender']) && sources['gender'] === undefined;
  const gender = genderOf(batch?.section) ?? (sources['gender'] === 'batch' ? '' : undefined);
  return {
    batch_name: batch?.batch_name ?? '',
    ...(type === 'students' && { circle_name: '', circle_subject_code: '' }),
    ...(type === 'grades' && { subject_code: '' }),
    ...(type === 'students' && !isChosen && gender !== undefined && { gender }),
  };
}

interface Circle {
  key: string;
  name: string;
  subjectCode: string;
  label: string;
}

const isCircle = ({ name, subjectCode }: Circle, values: FileValues) =>
  name === values['circle_name'] && subjectCode === values['circle_subject_code'];

/** The circles of the chosen batch. None if the server does not have this call. */
function useCircles({ values, catalogue }: Mapping, isEnabled: boolean): Circle[] {
  const { batchCard } = useApi();
  const batchId = findBatch(catalogue, values['batch_name'] ?? '')?.id ?? null;
  const { data } = useQuery({
    queryKey: ['import', 'circles', batchId],
    queryFn: () => batchCard(batchId ?? 0),
    enabled: isEnabled && batchId !== null,
  });
  return (data?.subjects ?? []).flatMap(({ name: subject, subject_code, circles }) =>
    circles.map(({ name }) => ({
      key: `${subject_code}/${name}`,
      name,
      subjectCode: subject_code,
      label: `${name} · ${subject}`,
    })),
  );
}
