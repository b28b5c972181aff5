import Add from '@mui/icons-material/Add';
import { Box, Button } from '@mui/material';
import { useEffect, useState } from 'react';
import { useGetList, useGetOne, useNotify } from 'react-admin';
import type { Batch } from '../../../../contract/batches';
import { rowNumberIn } from '../../../../contract/fields';
import type { Program } from '../../../../contract/programs';
import type { Subject } from '../../../../contract/subjects';
import { type Level, levelNames } from '../../../../contract/vocabulary';
import { isNotFound } from '../../../dataProvider/ApiProblem';
import { t } from '../../../i18n/text';
import { ChoiceField } from '../../../ui/form/ChoiceField';
import { RecordPicker } from '../../../ui/form/RecordPicker';
import { ContextBar } from '../../../ui/context/ContextBar';
import { type Recent, recentOf, useRecents } from '../../../ui/context/recents';
import type { TeachingContext } from '../../../ui/context/teachingContext';
import { useRememberedChoice } from '../../../ui/list/useOfferingChoice';
import { ChooseState } from '../../../ui/page/ChooseState';
import { Page } from '../../../ui/page/Page';
import { AssignmentList } from './AssignmentList';
import { NewAssignment } from './NewAssignment';

/** The assignments of a subject, for those who make and grade them. */
export default function StaffAssignments() {
  const notify = useNotify();
  const choice = useAssignmentChoice();
  const [isAdding, setIsAdding] = useState(false);
  const { subject } = choice;
  const context = useAssignmentContext(choice);
  const add = () => {
    // A chosen subject that is still being read: the dialog opens once it is there.
    if (subject || choice.isComing) setIsAdding(true);
    else notify(t('assignments.chooseFirst'), { type: 'warning' });
  };
  return (
    <Page
      title={t('labels.assignments')}
      subtitle={!subject && !choice.isComing && t('assignments.subtitle')}
      context={<ContextBar context={context} />}
      mainAction={
        <Button variant="contained" startIcon={<Add />} onClick={add}>
          {t('assignments.add')}
        </Button>
      }
      filters={!subject && !choice.isComing && context.steps}
    >
      {choice.subjectId !== null && !choice.isSubjectMissing ? (
        <AssignmentList subjectId={choice.subjectId} onAdd={add} />
      ) : (
        <ChooseState title={t('teaching.chooseSubject')} text={t('assignments.chooseText')} from="subjects" />
      )}
      {isAdding && subject && <NewAssignment subject={subject} onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

/** What the bar shows, which other screens and the next visit begin with. */
function useAssignmentContext(choice: AssignmentChoice): TeachingContext {
  const { subject } = choice;
  const { remember } = useRecents();
  useEffect(() => {
    if (!subject?.batch_name || subject.batch_id === null) return;
    const { batch_id: id, batch_name } = subject;
    remember(
      recentOf(subject, { id, batch_name }, { program_id: null, circle: null, circle_name: null }),
      false,
    );
  }, [subject, remember]);
  return {
    names: subject ? [subject.name, ...(subject.batch_name ? [subject.batch_name] : [])] : [],
    isComing: choice.isComing,
    current: subject ? { subject_code: subject.subject_code, circle: null } : null,
    withCircles: false,
    onChoose: choice.chooseRecent,
    steps: <AssignmentFilters choice={choice} />,
  };
}

/** Programme, level, batch, and the subject whose assignments are shown. Spec 2 §2. */
function AssignmentFilters({ choice }: { choice: AssignmentChoice }) {
  const { level, levels, batch, subject } = choice;
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
        by="program_id"
        label={t('labels.program')}
        placeholder={t('labels.anyProgram')}
        optionText={({ program_name }) => program_name}
        value={choice.programId}
        knownText={batch?.program_id === choice.programId ? batch?.program_name : null}
        onChange={(program) => choice.chooseProgram(program?.program_id ?? null)}
      />
      <ChoiceField
        label={t('labels.level')}
        anyLabel={t('labels.anyLevel')}
        value={level !== null && levels.includes(level) ? String(level) : null}
        choices={levels.map((one) => [String(one), levelNames[one as Level]] as const)}
        onChange={(one) => choice.chooseLevel(Number(one) || null)}
      />
      <RecordPicker<Batch>
        resource="batches"
        label={t('labels.batch')}
        placeholder={t('labels.anyBatch')}
        optionText={({ batch_name }) => batch_name}
        value={choice.batchId}
        knownText={batch?.batch_name ?? null}
        onChange={choice.chooseBatch}
        filter={choice.batchFilter}
      />
      <RecordPicker<Subject>
        resource="subjects"
        label={t('labels.subject')}
        placeholder={t('teaching.chooseSubject')}
        optionText={({ name }) => name}
        optionNote={({ subject_code, batch_name }) => [subject_code, batch_name].filter(Boolean).join(' · ')}
        value={choice.subjectId}
        knownText={subject?.name ?? null}
        onChange={choice.chooseSubject}
        sort={{ field: 'name', order: 'ASC' }}
        filter={choice.subjectFilter}
        isRequired
      />
    </Box>
  );
}

const names = ['program_id', 'level', 'batch_id', 'subject_id'] as const;
type Name = (typeof names)[number];

/** The most batches whose levels are offered. */
const maxBatches = 1_000;

const asNames = ({ program_id, batch_id, subject_id }: Recent, isBatchAlone = false) => ({
  ...(program_id === null ? {} : { program_id }),
  batch_id: String(batch_id),
  ...(isBatchAlone ? {} : { subject_id: String(subject_id) }),
});

/** Programme, level, batch and subject: in the address, and remembered for all teaching screens. */
export function useAssignmentChoice() {
  const { chosen, choose: chooseFrom, isAwaited } = useRememberedChoice(names, asNames);
  const programId = chosen.program_id ?? null;
  const level = rowNumberIn(chosen.level);
  const batchId = rowNumberIn(chosen.batch_id);
  const subjectId = rowNumberIn(chosen.subject_id);
  const ofProgram = programId === null ? {} : { program_id: programId };
  const { data: batches } = useGetList<Batch>('batches', {
    filter: ofProgram,
    sort: { field: 'id', order: 'DESC' },
    pagination: { page: 1, perPage: maxBatches },
  });
  const { data: batch } = useGetOne<Batch>('batches', { id: batchId ?? 0 }, { enabled: batchId !== null });
  const {
    data: subject,
    error,
    isPending,
  } = useGetOne<Subject>('subjects', { id: subjectId ?? 0 }, { enabled: subjectId !== null });

  const choose = (changes: Partial<Record<Name, string | null>>) =>
    chooseFrom((before) => ({ ...before, ...changes }));
  return {
    programId,
    level,
    batchId,
    batch: batchId === null ? undefined : batch,
    subjectId,
    /** A subject is chosen, and not read yet. */
    isComing: isAwaited || (subjectId !== null && isPending),
    subject: subjectId === null || error ? undefined : subject,
    /** The subject of the address is not, or no longer, in reach. */
    isSubjectMissing: isNotFound(error),
    levels: levelsOf(batches ?? []),
    batchFilter: { ...ofProgram, ...(level === null ? {} : { level }) },
    subjectFilter: {
      ...ofProgram,
      ...(batchId === null ? (level === null ? {} : { level }) : { batch_id: batchId }),
    },
    /** Spec 2 §2: another programme resets batch and subject, another level or batch the subject. */
    chooseProgram: (id: string | null) =>
      choose({ program_id: id, level: null, batch_id: null, subject_id: null }),
    /** A batch of another level goes with it. */
    chooseLevel: (one: number | null) =>
      choose({
        level: one === null ? null : String(one),
        subject_id: null,
        ...(one === null || batch?.level === one ? {} : { batch_id: null }),
      }),
    chooseBatch: (one: Batch | null) =>
      choose({
        batch_id: one ? String(one.id) : null,
        subject_id: null,
        ...(one ? { program_id: one.program_id } : {}),
      }),
    chooseRecent: (recent: Recent) => choose({ program_id: null, level: null, ...asNames(recent) }),
    chooseSubject: (one: Subject | null) => choose({ subject_id: one ? String(one.id) : null }),
  };
}

type AssignmentChoice = ReturnType<typeof useAssignmentChoice>;

/** The levels that batches are on, each once, lowest first. */
export const levelsOf = (batches: readonly Pick<Batch, 'level'>[]): number[] =>
  [...new Set(batches.flatMap(({ level }) => level ?? []))].toSorted((a, b) => a - b);
