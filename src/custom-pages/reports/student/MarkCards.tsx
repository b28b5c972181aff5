import Stack from '@mui/material/Stack';
import { gradeColumns } from '../../../../contract/rules/gradeSettings';
import { type Text, useText } from '../../../i18n/useText';
import { RecordCard } from '../../../ui/list/RecordCard';
import { LetterOf } from './LetterOf';
import { MarkValue } from './MarkValue';
import { RecordFigures } from './RecordFigures';
import { markOf, mostOf, type ReportSubject } from './reportModel';
import { SubjectFacts } from './SubjectFacts';

/** A card for each subject, with the names of its own columns, on a phone. */
export function MarkCards({ subjects }: { subjects: readonly ReportSubject[] }) {
  const t = useText();
  return (
    <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {subjects.map((subject, place) => (
        <RecordCard
          key={subject.subject_code ?? place}
          title={<SubjectFacts subject={subject} />}
          aside={!subject.records && <LetterOf subject={subject} />}
          facts={marksOf(subject, t)}
        />
      ))}
    </Stack>
  );
}

function marksOf(subject: ReportSubject, t: Text) {
  const { records } = subject;
  if (records)
    return [[t('studentReport.records'), <RecordFigures key="records" records={records} />] as const];
  const value = (mark: number | null, max: number | undefined) => (
    <MarkValue isInline mark={mark} caption={max === undefined ? '' : t('studentReport.ofMax', { max })} />
  );
  const used = gradeColumns
    .map((column) => ({ column, ...markOf(subject, column) }))
    .filter(({ isUsed }) => isUsed);
  return [
    ...used.map(
      ({ column, name, mark, max }) =>
        [name ?? t(`studentReport.columns.${column}`), value(mark, max)] as const,
    ),
    [t('studentReport.total'), value(subject.total_grade, mostOf(subject))] as const,
  ];
}
