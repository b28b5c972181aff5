import { Alert, Box, Skeleton, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import type { Circle } from '../../../../contract/circles';
import type { Subject } from '../../../../contract/subjects';
import { filterRows } from '../../../../contract/rules/arabicText';
import { useToday } from '../../../dataProvider/useInstitute';
import { NewDayQuestion } from '../../../features/teaching-context/NewDayQuestion';
import { useFormDay } from '../../../features/teaching-context/useDay';
import { t } from '../../../i18n/text';
import { CheckField } from '../../../ui/form/CheckField';
import { SubmitDialog } from '../../../ui/dialog/FormDialog';
import { DayField } from '../../../ui/form/DayField';
import { isDay } from '../../../../contract/rules/days';
import { SearchField } from '../../../ui/list/SearchField';
import { Isolated } from '../../../ui/page/Isolated';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { ErrorState } from '../../../ui/page/States';
import { detailMessage } from '../../../ui/page/problemMessage';
import type { Column, Student } from './circleModel';
import { CircleClashDialog } from './CircleClashDialog';
import {
  findClashes,
  type MembersChange,
  membersScope,
  applyAnswers,
  useBoard,
  useChangeMembers,
  useCircleWrite,
  useMembers,
} from './useCircles';

interface MembersDialogProps {
  subject: Subject;
  circle: Circle;
  /** The columns of the board on `date`. */
  columns: readonly Column[];
  date: string;
  onClose: () => void;
}

/** The changes apply from the chosen day. */
export default function MembersDialog({ subject, circle, columns, date, onClose }: MembersDialogProps) {
  const today = useToday();
  /** The changed checkboxes by student number. They stay when the user changes the day. */
  const [edits, setEdits] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { date: day, setDate: setDay, newDay } = useFormDay(edits.size > 0, date === today ? null : date);
  const dayProblem =
    !isDay(day) || day < '1900'
      ? t('circles.members.dayRequired')
      : day > today
        ? t('teaching.futureDate')
        : '';
  const members = useMembers(circle.id, dayProblem === '' ? day : null);
  const otherDayBoard = useBoard(subject, dayProblem === '' && day !== date ? day : null);
  /** The columns on `day`; undefined while they load. */
  const dayColumns = day === date ? columns : otherDayBoard.columns;
  const storedIds = new Set(members.data?.map(({ student_id }) => student_id));
  const changes = [...edits].filter(([id, isMember]) => isMember !== storedIds.has(id));
  const addedIds = changes.flatMap(([id, isMember]) => (isMember ? [id] : []));
  const removedIds = changes.flatMap(([id, isMember]) => (isMember ? [] : [id]));
  const chosenIds = new Set([...storedIds].filter((id) => !removedIds.includes(id)).concat(addedIds));
  const change = useChangeMembers();
  const { send, isPending, error, reset, lastInput } = useCircleWrite(
    (membersChange: MembersChange) => change(circle.id, membersChange),
    t('circles.members.saved', { name: circle.name }),
    onClose,
    membersScope(circle.subject_code),
  );
  const isChanged = changes.length > 0;
  const failure = (members.data ? null : members.error) ?? (dayColumns ? null : otherDayBoard.error);
  const findCircleId = (studentId: string) =>
    dayColumns?.find(({ students }) => students.some(({ student_id }) => student_id === studentId))?.circle
      ?.id ?? null;
  const clashes = error && lastInput ? findClashes(error, circle, lastInput, dayColumns ?? columns) : [];
  const toggle = (id: string, isChosen: boolean) => {
    reset();
    setEdits((previous) => new Map([...previous, [id, isChosen]]));
  };
  const { capacity } = circle;
  const excess = capacity === null ? 0 : chosenIds.size - capacity;
  return (
    <SubmitDialog
      title={t('circles.members.title', { name: circle.name })}
      problem={error && clashes.length === 0 ? detailMessage(error, t('circles.members.failed')) : null}
      isDirty={isChanged}
      submitLabel={t('ui.save')}
      pendingLabel={t('ui.saving')}
      isPending={isPending}
      isReady={
        isChanged &&
        dayProblem === '' &&
        members.isSuccess &&
        !members.isPlaceholderData &&
        dayColumns !== undefined
      }
      hasCancel
      maxWidth="sm"
      onSubmit={() => send({ date: day, addedIds, removedIds, findCircleId })}
      onClose={onClose}
    >
      <NewDayQuestion newDay={newDay} />
      <CircleClashDialog
        clashes={clashes}
        isSaving={isPending}
        onResolve={(theirs) => lastInput && send(applyAnswers(lastInput, clashes, theirs))}
        onClose={reset}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start' }}>
        <Box sx={{ flex: '1 1 12rem' }}>
          <DayField
            label={t('circles.members.from')}
            value={day}
            helperText={t('circles.members.fromHint')}
            isEager
            max={today}
            problem={dayProblem}
            onChange={setDay}
          />
        </Box>
        <Typography role="status" sx={{ flex: '1 1 8rem', pt: 0.75 }}>
          {t('circles.members.chosen')}{' '}
          <Isolated>
            {capacity === null ? chosenIds.size : t('circles.count', { count: chosenIds.size, capacity })}
          </Isolated>
        </Typography>
      </Box>
      {excess > 0 && (
        <Alert severity="warning">{t('circles.members.overCapacity', { smart_count: excess })}</Alert>
      )}
      {members.data && (
        <Students circle={circle} columns={dayColumns ?? columns} chosenIds={chosenIds} onChoose={toggle} />
      )}
      {failure && (
        <ErrorState
          title={t('circles.members.loadFailed')}
          error={failure}
          onRetry={() => {
            void members.refetch();
            otherDayBoard.reload();
          }}
        />
      )}
      {members.isLoading && <Skeleton variant="rounded" height={240} />}
    </SubmitDialog>
  );
}

interface StudentsProps {
  circle: Circle;
  columns: readonly Column[];
  chosenIds: ReadonlySet<string>;
  onChoose: (id: string, isChosen: boolean) => void;
}

interface StudentWithCircle extends Student {
  /** Null if the student has no circle. */
  currentCircle: Circle | null;
}

function Students({ circle, columns, chosenIds, onChoose }: StudentsProps) {
  const [query, setQuery] = useState('');
  const [isUnplacedOnly, setIsUnplacedOnly] = useState(false);
  const allStudents = columns
    .flatMap(({ circle: currentCircle, students }) =>
      students.map((student): StudentWithCircle => ({ ...student, currentCircle })),
    )
    .toSorted((a, b) => a.full_name.localeCompare(b.full_name, 'ar'));
  const filteredStudents = allStudents.filter(
    ({ student_id, currentCircle }) => !isUnplacedOnly || currentCircle === null || chosenIds.has(student_id),
  );
  const matches = filterRows(filteredStudents, query, ({ full_name, student_id }) => [full_name, student_id]);
  return (
    <Stack spacing={1}>
      <SearchField label={t('circles.members.search')} q={query} onSearch={setQuery} />
      <CheckField
        checked={isUnplacedOnly}
        onChange={setIsUnplacedOnly}
        label={t('circles.members.onlyWithout')}
      />
      {matches.length === 0 && (
        <Typography role="status" color="text.secondary">
          {t('circles.members.noneFound')}
        </Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {matches.map(({ student_id, full_name, currentCircle }) => (
          <Box component="li" key={student_id} sx={{ borderTop: 1, borderColor: 'divider' }}>
            <CheckField
              sx={{ width: '100%', m: 0 }}
              checked={chosenIds.has(student_id)}
              onChange={(isChecked) => onChoose(student_id, isChecked)}
              label={
                <>
                  <bdi>{full_name}</bdi>
                  {currentCircle && currentCircle.id !== circle.id && (
                    <SecondaryText component="span" variant="caption" sx={{ display: 'block' }}>
                      {t('circles.members.inOther', { name: currentCircle.name })}
                    </SecondaryText>
                  )}
                </>
              }
            />
          </Box>
        ))}
      </Box>
    </Stack>
  );
}
