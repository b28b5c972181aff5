import { Alert, Box, Button, Skeleton, Stack } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Circle } from '../../../../contract/circles';
import type { Subject } from '../../../../contract/subjects';
import { dailyRecordType } from '../../../../contract/vocabulary';
import { useToday } from '../../../dataProvider/useInstitute';
import { useApi } from '../../../dataProvider/useApi';
import { PlanButton } from '../../../features/hifz/PlanButton';
import { hifzLinks } from '../../../i18n/ar/hifzLinks';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { ChoiceField } from '../../../ui/form/ChoiceField';
import { DayField } from '../../../ui/form/DayField';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { EmptyState, ErrorState } from '../../../ui/page/States';
import { useIsPhone } from '../../../ui/page/useIsPhone';
import { circleActionsOf, CircleDialogs, type Opened } from './CircleDialogs';
import { CircleColumn } from './CircleColumn';
import { type Column, countOf, nameOf, type Student } from './circleModel';
import { EndedCircles } from './EndedCircles';
import { PlaceClashes } from './PlaceClashes';
import { useBoard, useMove } from './useCircles';

/** The circles of an offering as columns with their students. */
export function CircleBoard({ subject }: { subject: Subject }) {
  const today = useToday();
  const [chosenDay, setChosenDay] = useState<string | null>(null);
  const date = chosenDay ?? today;
  const { columns, ended, error, reload } = useBoard(subject, date);
  const [opened, setOpened] = useState<Opened | null>(null);
  const add = () => setOpened({ kind: 'form', circle: null });
  if (subject.batch_id == null) return <Alert severity="info">{t('circles.noBatch')}</Alert>;
  const addButton = (
    <Button variant="contained" onClick={add}>
      {t('circles.add')}
    </Button>
  );
  // The plan of whoever has neither an own one nor one of the circle; only where something is memorised.
  const planButton = subject.type === dailyRecordType && (
    <PlanButton owner={{ kind: 'subject', ...subject }} label={hifzLinks.offeringPlan} />
  );
  const hasCircles = columns !== undefined && columns.length > 1;
  const isEmpty = columns !== undefined && !hasCircles && ended.length === 0;
  return (
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      {/* The day can be changed while its members load, and after a failure. */}
      {!isEmpty && (columns || chosenDay !== null) && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}>
          <Box sx={{ width: { xs: '100%', sm: 260 }, marginInlineEnd: 'auto' }}>
            <DayField
              label={t('circles.day')}
              value={date}
              max={today}
              tooLateMessage={t('teaching.futureDate')}
              helperText={t('circles.dayHint')}
              isNeverEmpty
              onChange={setChosenDay}
            />
          </Box>
          {columns && <DivideButton subject={subject} date={date} columns={columns} />}
          {columns && planButton}
          {columns && addButton}
        </Stack>
      )}
      {isEmpty && (
        <EmptyState
          title={t('circles.emptyTitle')}
          text={t('circles.emptyText')}
          action={
            <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
              {addButton}
              {planButton}
            </Stack>
          }
        />
      )}
      {error && <ErrorState title={t('circles.loadFailed')} error={error} onRetry={reload} />}
      {!error && !columns && <Skeleton variant="rounded" height={420} />}
      {hasCircles && <Columns subject={subject} columns={columns} date={date} onOpen={setOpened} />}
      {columns && <EndedCircles circles={ended} onOpen={setOpened} />}
      {columns && opened && (
        <CircleDialogs
          subject={subject}
          date={date}
          columns={columns}
          opened={opened}
          onOpen={setOpened}
          onClose={() => setOpened(null)}
        />
      )}
    </Stack>
  );
}

interface ColumnsProps {
  subject: Subject;
  columns: readonly Column[];
  date: string;
  onOpen: (opened: Opened) => void;
}

/** All columns; on a phone only the chosen one. */
function Columns({ subject, columns, date, onOpen }: ColumnsProps) {
  const isPhone = useIsPhone();
  const { move, moving, clashes, settle, dropClashes } = useMove(subject, columns);
  const [dragged, setDragged] = useState<{ student: Student; from: Circle | null } | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  // First the students without a circle, if there are any.
  const begun = columns.find(({ circle, students }) => circle !== null || students.length > 0);
  const shown = columns.find((column) => keyOf(column) === chosen) ?? begun;
  const drawn = isPhone && shown ? [shown] : columns;
  return (
    <>
      {isPhone ? (
        <ChoiceField
          label={t('circles.choose')}
          value={keyOf(shown)}
          choices={columns.map(
            (column) => [keyOf(column), `${nameOf(column)} (${countOf(column)})`] as const,
          )}
          onChange={setChosen}
        />
      ) : (
        <SecondaryText variant="caption">{t('circles.dropHint')}</SecondaryText>
      )}
      <PlaceClashes clashes={clashes} isSaving={false} onResolve={settle} onClose={dropClashes} />
      <Box sx={{ display: 'grid', gap: 1.5, alignItems: 'start', ...widths }}>
        {drawn.map((column) => (
          <CircleColumn
            key={keyOf(column)}
            column={column}
            actions={circleActionsOf(subject)}
            others={columns.flatMap(({ circle }) => (circle?.id === column.circle?.id ? [] : [circle]))}
            moving={moving}
            isTarget={dragged !== null && dragged.from?.id !== column.circle?.id}
            onDrag={(student) => setDragged(student && { student, from: column.circle })}
            onDrop={() => {
              if (dragged) move({ ...dragged, to: column.circle, date });
              setDragged(null);
            }}
            onMove={(student, to) => move({ student, from: column.circle, to, date })}
            onOpen={onOpen}
          />
        ))}
      </Box>
    </>
  );
}

const keyOf = (column: Column | undefined) => String(column?.circle?.id ?? 0);
const widths = {
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(11.5rem, 1fr))' },
};

interface DivideButtonProps {
  subject: Subject;
  date: string;
  columns: readonly Column[];
}

/** Divides students without a circle evenly into the circles, by name; the toast has an undo. */
function DivideButton({ subject, date, columns }: DivideButtonProps) {
  const { divideStudents } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const { mutate, isPending } = useMutation({
    mutationFn: () => divideStudents({ subject_code: subject.subject_code, date }),
    onSuccess: (answer) =>
      notifyDone(answer.message || t('circles.divided', { smart_count: answer.placed }), answer),
    onError: (problem) => notifyProblem(problem, t('circles.divideFailed')),
  });
  const isNobodyLeft = columns.every(({ circle, students }) => circle !== null || students.length === 0);
  return (
    <Button
      variant="outlined"
      title={t('circles.divideHint')}
      disabled={isPending || isNobodyLeft || columns.length === 1}
      aria-busy={isPending}
      onClick={() => mutate()}
    >
      {t('circles.divide')}
    </Button>
  );
}
