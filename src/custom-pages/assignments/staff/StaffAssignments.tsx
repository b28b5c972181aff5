import Add from '@mui/icons-material/Add';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useGetList, useNotify } from 'react-admin';
import type { Batch } from '../../../../contract/batches';
import type { Program } from '../../../../contract/programs';
import type { Subject } from '../../../../contract/subjects';
import { type Level, levelNames } from '../../../../contract/vocabulary';
import { ChooseState } from '../../../features/teaching-context/ChooseState';
import { ContextBar } from '../../../features/teaching-context/ContextBar';
import { type OfferingChoice, useOfferingChoice } from '../../../features/teaching-context/useOfferingChoice';
import { useTeachingContext } from '../../../features/teaching-context/useTeachingContext';
import { t } from '../../../i18n/text';
import { ChoiceField } from '../../../ui/form/ChoiceField';
import { RecordPicker } from '../../../ui/form/RecordPicker';
import { Page } from '../../../ui/page/Page';
import { LoadingState } from '../../../ui/page/States';
import { AssignmentList } from './AssignmentList';
import { NewAssignment } from './NewAssignment';

export default function StaffAssignments() {
  const notify = useNotify();
  const choice = useOfferingChoice();
  const [isAdding, setIsAdding] = useState(false);
  const { subject } = choice;
  const { context, filters } = useTeachingContext({ choice, steps: <AssignmentFilters choice={choice} /> });
  const startAdding = () => {
    // If the chosen subject still loads, the dialog opens after the load.
    if (subject || choice.isLoading) setIsAdding(true);
    else notify(t('assignments.chooseFirst'), { type: 'warning' });
  };
  return (
    <Page
      title={t('labels.assignments')}
      subtitle={!subject && !choice.isLoading && t('assignments.subtitle')}
      context={<ContextBar context={context} />}
      mainAction={
        <Button variant="contained" startIcon={<Add />} onClick={startAdding}>
          {t('assignments.add')}
        </Button>
      }
      filters={filters}
    >
      {subject ? (
        <AssignmentList subjectId={subject.id} onAdd={startAdding} />
      ) : choice.isLoading ? (
        <LoadingState />
      ) : (
        <ChooseState
          title={t('teaching.chooseSubject')}
          text={t('assignments.chooseText')}
          resource="subjects"
        />
      )}
      {isAdding && subject && <NewAssignment subject={subject} onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

/** The level filter offers the levels of at most this many batches. */
const maxBatches = 1_000;

/** Filters by programme, level, batch and subject (spec 2 §2). */
function AssignmentFilters({ choice }: { choice: OfferingChoice }) {
  const { programId, level, batchId, batch, subject } = choice;
  const programFilter = programId === null ? {} : { program_id: programId };
  const { data: batches } = useGetList<Batch>('batches', {
    filter: programFilter,
    sort: { field: 'id', order: 'DESC' },
    pagination: { page: 1, perPage: maxBatches },
  });
  const levels = distinctLevels(batches ?? []);
  const levelFilter = level === null ? {} : { level };
  return (
    <Box
      component="search"
      sx={{
        display: 'grid',
        gap: { xs: 1.5, sm: 1 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fit, minmax(13rem, 1fr))' },
        alignItems: 'start',
      }}
    >
      <RecordPicker<Program>
        resource="programs"
        keyField="program_id"
        label={t('labels.program')}
        placeholder={t('labels.anyProgram')}
        optionText={({ program_name }) => program_name}
        value={programId}
        valueText={batch?.program_id === programId ? batch?.program_name : null}
        onChange={(program) => choice.chooseProgram(program?.program_id ?? null)}
      />
      <ChoiceField
        label={t('labels.level')}
        anyLabel={t('labels.anyLevel')}
        value={level !== null && levels.includes(level) ? String(level) : null}
        choices={levels.map((option) => [String(option), levelNames[option as Level]] as const)}
        onChange={(value) => choice.chooseLevel(Number(value) || null)}
      />
      <RecordPicker<Batch>
        resource="batches"
        label={t('labels.batch')}
        placeholder={t('labels.anyBatch')}
        optionText={({ batch_name }) => batch_name}
        value={batchId}
        valueText={batch?.batch_name ?? null}
        onChange={choice.chooseBatch}
        filter={{ ...programFilter, ...levelFilter }}
      />
      <RecordPicker<Subject>
        resource="subjects"
        label={t('labels.subject')}
        placeholder={t('teaching.chooseSubject')}
        optionText={({ name }) => name}
        optionNote={({ subject_code, batch_name }) => [subject_code, batch_name].filter(Boolean).join(' · ')}
        value={subject?.id ?? null}
        valueText={subject?.name ?? null}
        onChange={(picked) => (picked ? choice.chooseSubjectOfBatch(picked) : choice.chooseSubject(null))}
        sort={{ field: 'name', order: 'ASC' }}
        filter={{ ...programFilter, ...(batchId === null ? levelFilter : { batch_id: batchId }) }}
        isRequired
      />
    </Box>
  );
}

export const distinctLevels = (batches: readonly Pick<Batch, 'level'>[]): number[] =>
  [...new Set(batches.flatMap(({ level }) => level ?? []))].toSorted((a, b) => a - b);
