import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { enabledColumns, gradeColumns } from '../../../contract/rules/gradeSettings';
import type { ImportType } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { knownSubjects } from '../../features/import/catalogue';
import { needsMarkField, parseSubjectField } from '../../features/import/subjectColumns';
import { t } from '../../i18n/text';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { fieldName } from './fields';
import { batchesOf, findBatchProblem, type Mapping } from './mapping';
import type { ReadableSheet } from './ImportWorker';

export const isMarkMissing = ({ fields, markField }: Mapping): boolean =>
  markField === null && needsMarkField(fields);

/** The subjects of the batches, with the field that a column gets. */
export function listSubjectOptions(type: ImportType, mapping: Mapping): [field: string, name: string][] {
  const batches = type === 'grades' ? batchesOf(type, mapping) : null;
  const subjects = batches === null ? [] : knownSubjects(mapping.catalogue, batches);
  const nameOf = (code: string) => subjects.find((subject) => subject.code === code)?.name ?? code;
  // A column can have a mark of its own, such as the coursework of a subject.
  const withMarks = mapping.fields.flatMap((field): [string, string][] => {
    const column = parseSubjectField(field);
    if (field === null || !column || column.markField === '') return [];
    const mark = fieldName('grades', column.markField);
    return [[field, `${nameOf(column.code)} (${mark})`]];
  });
  return [...subjects.map(({ code, name }): [string, string] => [`@${code}`, name]), ...withMarks];
}

interface SubjectMarksProps {
  type: ImportType;
  sheet: ReadableSheet;
  mapping: Mapping;
  onChange: (markField: string | null) => void;
}

/** A column of a subject does not tell which of its marks it has, so the user chooses the mark. */
export function SubjectMarks({ type, sheet, mapping, onChange }: SubjectMarksProps) {
  const { markField, fields } = mapping;
  const isNeeded = needsMarkField(fields);
  const onlyField = useOnlyMarkField(type, mapping, isNeeded);
  useEffect(() => {
    if (onlyField !== null && markField === null) onChange(onlyField);
    // The user may clear a proposal, so only a new proposal counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [onlyField]);
  const batchProblem = findBatchProblem(type, sheet.header, mapping);
  if (batchProblem !== null)
    return <Alert severity="warning">{t(`imports.subjectColumns.batch.${batchProblem}`)}</Alert>;
  if (!isNeeded) return null;
  return (
    <ChoiceField
      label={t('imports.subjectColumns.field')}
      value={markField}
      choices={gradeColumns.map((column) => [`${column}_grade`, fieldName(type, `${column}_grade`)])}
      anyLabel={t('imports.subjectColumns.choose')}
      helperText={
        markField === null
          ? t('imports.subjectColumns.required')
          : markField === onlyField
            ? t('imports.subjectColumns.only')
            : undefined
      }
      onChange={onChange}
    />
  );
}

const maxLoadedSettings = 30;

/** The only enabled column of all mapped subjects. Null if they have several, or while they load. */
function useOnlyMarkField(type: ImportType, mapping: Mapping, isNeeded: boolean): string | null {
  const { gradeSettings } = useApi();
  const { fields, catalogue } = mapping;
  const batches = new Set(batchesOf(type, mapping));
  const codes = new Set(fields.flatMap((field) => parseSubjectField(field)?.code ?? []));
  const offerings = catalogue.subjects
    .filter(
      ({ subject_code, base_subject_code, batch_name }) =>
        batches.has(batch_name ?? '') && codes.has(base_subject_code || subject_code),
    )
    .map(({ subject_code }) => subject_code);
  const { data } = useQuery({
    queryKey: ['import', 'markField', offerings],
    queryFn: async () => {
      const settings = await Promise.all(offerings.map((code) => gradeSettings(code)));
      const columns = settings.map((one) => (one ? enabledColumns(one).join() : ''));
      return new Set(columns).size === 1 ? (columns[0] ?? null) : null;
    },
    enabled: isNeeded && offerings.length > 0 && offerings.length <= maxLoadedSettings,
  });
  return data && gradeColumns.some((column) => column === data) ? `${data}_grade` : null;
}
