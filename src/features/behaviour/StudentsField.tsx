import { Box } from '@mui/material';
import type { Batch } from '../../../contract/batches';
import { maxNoteStudents } from '../../../contract/families/behaviourNotes';
import type { StudentRow } from '../../../contract/students/students';
import { t } from '../../i18n/text';
import { RecordPicker } from '../../ui/form/RecordPicker';
import { BatchField } from '../teaching-context/OfferingFilters';

export interface NotedStudent {
  /** Academic number. */
  student_id: string;
  name: string;
}

interface StudentsFieldProps {
  batch: Batch | null;
  students: readonly NotedStudent[];
  problem: string | null;
  onBatch: (batch: Batch | null) => void;
  onChange: (students: readonly NotedStudent[]) => void;
}

export function StudentsField({ batch, students, problem, onBatch, onChange }: StudentsFieldProps) {
  const chosenBefore = new Map(students.map((one) => [one.student_id, one]));
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <BatchField batch={batch} onChange={onBatch} />
      <RecordPicker<StudentRow>
        isMultiple
        resource="students"
        keyField="student_id"
        label={t('behaviourForm.students')}
        optionText={({ full_name }) => full_name}
        optionNote={({ student_id }) => student_id ?? ''}
        filter={batch ? { batch_id: batch.id } : {}}
        sort={byName}
        value={students.map(({ student_id }) => student_id)}
        hasError={problem !== null}
        helperText={problem ?? t('behaviourForm.studentsHint')}
        onChange={(keys, records) => {
          const loaded = new Map(
            records.map(({ student_id, full_name }) => [student_id, { student_id, name: full_name }]),
          );
          const chosen = keys.flatMap(
            (key) => loaded.get(String(key)) ?? chosenBefore.get(String(key)) ?? [],
          );
          onChange(chosen.slice(0, maxNoteStudents));
        }}
      />
    </Box>
  );
}

const byName = { field: 'full_name', order: 'ASC' } as const;
