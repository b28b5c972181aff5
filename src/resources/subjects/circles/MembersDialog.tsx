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
import { isDay } from '../../../ui/form/days';
import { SearchField } from '../../../ui/list/SearchField';
import { Isolated } from '../../../ui/page/Isolated';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { ErrorState } from '../../../ui/page/States';
import { detailSentence } from '../../../ui/page/sentenceOf';
import type { Column, Student } from './circleModel';
import { PlaceClashes } from './PlaceClashes';
import {
  clashesIn,
  type MembersChange,
  oneByOne,
  settledChange,
  useBoard,
  useChangeMembers,
  useCircleWrite,
  useMembers,
} from './useCircles';

interface MembersDialogProps {
  subject: Subject;
  circle: Circle;
  /** On the day of the board. */
  columns: readonly Column[];
  date: string;
  onClose: () => void;
}

/**
 * All students of the batch by name; checking a student adds him to the circle from a day on, unchecking removes him.
 */
export default function MembersDialog({ subject, circle, columns, date, onClose }: MembersDialogProps) {
  const today = useToday();
  /** The changed checkboxes, for any day: checked or unchecked. */
  const [ticked, setTicked] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { date: day, setDate: setDay, newDay } = useFormDay(ticked.size > 0, date === today ? null : date);
  const dayProblem =
    !isDay(day) || day < '1900'
      ? t('circles.members.dayRequired')
      : day > today
        ? t('teaching.futureDate')
        : '';
  const members = useMembers(circle.id, dayProblem === '' ? day : null);
  const ofOtherDay = useBoard(subject, dayProblem === '' && day !== date ? day : null);
  /** Where each student is on the day; undefined until that is read. */
  const placed = day === date ? columns : ofOtherDay.columns;
  const before = new Set(members.data?.map(({ student_id }) => student_id));
  const changed = [...ticked].filter(([id, isIn]) => isIn !== before.has(id));
  const coming = changed.flatMap(([id, isIn]) => (isIn ? [id] : []));
  const leaving = changed.flatMap(([id, isIn]) => (isIn ? [] : [id]));
  const chosen = new Set([...before].filter((id) => !leaving.includes(id)).concat(coming));
  const change = useChangeMembers();
  const { send, isPending, error, reset, sent } = useCircleWrite(
    (asked: MembersChange) => change(circle.id, asked),
    t('circles.members.saved', { name: circle.name }),
    onClose,
    oneByOne(circle.subject_code),
  );
  const isChanged = changed.length > 0;
  const failure = (members.data ? null : members.error) ?? (placed ? null : ofOtherDay.error);
  const circleOf = (studentId: string) =>
    placed?.find(({ students }) => students.some(({ student_id }) => student_id === studentId))?.circle?.id ??
    null;
  const clashes = error && sent ? clashesIn(error, circle, sent, placed ?? columns) : [];
  const choose = (id: string, isChosen: boolean) => {
    reset();
    setTicked((now) => new Map([...now, [id, isChosen]]));
  };
  const { capacity } = circle;
  const over = capacity === null ? 0 : chosen.size - capacity;
  return (
    <SubmitDialog
      title={t('circles.members.title', { name: circle.name })}
      problem={error && clashes.length === 0 ? detailSentence(error, t('circles.members.failed')) : null}
      isDirty={isChanged}
      button={t('ui.save')}
      pending={t('ui.saving')}
      isPending={isPending}
      isReady={
        isChanged &&
        dayProblem === '' &&
        members.isSuccess &&
        !members.isPlaceholderData &&
        placed !== undefined
      }
      hasCancel
      maxWidth="sm"
      onSubmit={() => send({ date: day, coming, leaving, circleOf })}
      onClose={onClose}
    >
      <NewDayQuestion newDay={newDay} />
      <PlaceClashes
        clashes={clashes}
        isSaving={isPending}
        onSettle={(theirs) => sent && send(settledChange(sent, clashes, theirs))}
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
            {capacity === null ? chosen.size : t('circles.count', { count: chosen.size, capacity })}
          </Isolated>
        </Typography>
      </Box>
      {over > 0 && (
        <Alert severity="warning">{t('circles.members.overCapacity', { smart_count: over })}</Alert>
      )}
      {members.data && (
        <Students circle={circle} columns={placed ?? columns} chosen={chosen} onChoose={choose} />
      )}
      {failure && (
        <ErrorState
          title={t('circles.members.loadFailed')}
          error={failure}
          onRetry={() => {
            void members.refetch();
            ofOtherDay.reload();
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
  chosen: ReadonlySet<string>;
  onChoose: (id: string, isChosen: boolean) => void;
}

interface Placed extends Student {
  /** The present circle of the student; null for none. */
  now: Circle | null;
}

function Students({ circle, columns, chosen, onChoose }: StudentsProps) {
  const [q, setQ] = useState('');
  const [isOnlyWithout, setIsOnlyWithout] = useState(false);
  const all = columns
    .flatMap(({ circle: now, students }) => students.map((student): Placed => ({ ...student, now })))
    .toSorted((one, other) => one.full_name.localeCompare(other.full_name, 'ar'));
  const asked = all.filter(({ student_id, now }) => !isOnlyWithout || now === null || chosen.has(student_id));
  const found = filterRows(asked, q, ({ full_name, student_id }) => [full_name, student_id]);
  return (
    <Stack spacing={1}>
      <SearchField label={t('circles.members.search')} q={q} onSearch={setQ} />
      <CheckField
        checked={isOnlyWithout}
        onChange={setIsOnlyWithout}
        label={t('circles.members.onlyWithout')}
      />
      {found.length === 0 && (
        <Typography role="status" color="text.secondary">
          {t('circles.members.noneFound')}
        </Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {found.map(({ student_id, full_name, now }) => (
          <Box component="li" key={student_id} sx={{ borderTop: 1, borderColor: 'divider' }}>
            <CheckField
              sx={{ width: '100%', m: 0 }}
              checked={chosen.has(student_id)}
              onChange={(isChecked) => onChoose(student_id, isChecked)}
              label={
                <>
                  <bdi>{full_name}</bdi>
                  {now && now.id !== circle.id && (
                    <SecondaryText component="span" variant="caption" sx={{ display: 'block' }}>
                      {t('circles.members.inOther', { name: now.name })}
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
