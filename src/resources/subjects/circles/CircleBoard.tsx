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
import { circleActions, CircleDialogs, type OpenCircleDialog } from './CircleDialogs';
import { CircleColumn } from './CircleColumn';
import { type Column, formatStudentCount, columnName, type Student } from './circleModel';
import { EndedCircles } from './EndedCircles';
import { CircleClashDialog } from './CircleClashDialog';
import { useBoard, useMove } from './useCircles';

export function CircleBoard({ subject }: { subject: Subject }) {
  const today = useToday();
  const [chosenDay, setChosenDay] = useState<string | null>(null);
  const date = chosenDay ?? today;
  const { columns, ended, error, reload } = useBoard(subject, date);
  const [dialog, setDialog] = useState<OpenCircleDialog | null>(null);
  const add = () => setDialog({ kind: 'form', circle: null });
  if (subject.batch_id == null) return <Alert severity="info">{t('circles.noBatch')}</Alert>;
  const addButton = (
    <Button variant="contained" onClick={add}>
      {t('circles.add')}
    </Button>
  );
  // The default plan applies to students if neither they nor their circle have a plan.
  const planButton = subject.type === dailyRecordType && (
    <PlanButton owner={{ kind: 'subject', ...subject }} label={hifzLinks.offeringPlan} />
  );
  const hasCircles = columns !== undefined && columns.length > 1;
  const isEmpty = columns !== undefined && !hasCircles && ended.length === 0;
  return (
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      {/* The user can change the day while the members load, and after an error. */}
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
      {hasCircles && <Columns subject={subject} columns={columns} date={date} onOpen={setDialog} />}
      {columns && <EndedCircles circles={ended} onOpen={setDialog} />}
      {columns && dialog && (
        <CircleDialogs
          subject={subject}
          date={date}
          columns={columns}
          dialog={dialog}
          onOpen={setDialog}
          onClose={() => setDialog(null)}
        />
      )}
    </Stack>
  );
}

interface ColumnsProps {
  subject: Subject;
  columns: readonly Column[];
  date: string;
  onOpen: (dialog: OpenCircleDialog) => void;
}

/** A phone shows one column. */
function Columns({ subject, columns, date, onOpen }: ColumnsProps) {
  const isPhone = useIsPhone();
  const { move, movingStudentId, clashes, resolveClashes, dropClashes } = useMove(subject, columns);
  const [drag, setDrag] = useState<{ student: Student; from: Circle | null } | null>(null);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  // A phone starts with the students without a circle, if there are any.
  const firstFilledColumn = columns.find(({ circle, students }) => circle !== null || students.length > 0);
  const activeColumn = columns.find((column) => columnKey(column) === chosenKey) ?? firstFilledColumn;
  const visibleColumns = isPhone && activeColumn ? [activeColumn] : columns;
  return (
    <>
      {isPhone ? (
        <ChoiceField
          label={t('circles.choose')}
          value={columnKey(activeColumn)}
          choices={columns.map(
            (column) => [columnKey(column), `${columnName(column)} (${formatStudentCount(column)})`] as const,
          )}
          onChange={setChosenKey}
        />
      ) : (
        <SecondaryText variant="caption">{t('circles.dropHint')}</SecondaryText>
      )}
      <CircleClashDialog
        clashes={clashes}
        isSaving={false}
        onResolve={resolveClashes}
        onClose={dropClashes}
      />
      <Box sx={{ display: 'grid', gap: 1.5, alignItems: 'start', ...widths }}>
        {visibleColumns.map((column) => (
          <CircleColumn
            key={columnKey(column)}
            column={column}
            actions={circleActions(subject)}
            targets={columns.flatMap(({ circle }) => (circle?.id === column.circle?.id ? [] : [circle]))}
            movingStudentId={movingStudentId}
            isDropTarget={drag !== null && drag.from?.id !== column.circle?.id}
            onDrag={(student) => setDrag(student && { student, from: column.circle })}
            onDrop={() => {
              if (drag) move({ ...drag, to: column.circle, date });
              setDrag(null);
            }}
            onMove={(student, to) => move({ student, from: column.circle, to, date })}
            onOpen={onOpen}
          />
        ))}
      </Box>
    </>
  );
}

const columnKey = (column: Column | undefined) => String(column?.circle?.id ?? 0);
const widths = {
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(11.5rem, 1fr))' },
};

interface DivideButtonProps {
  subject: Subject;
  date: string;
  columns: readonly Column[];
}

/** Divides the students without a circle evenly, in the order of their names. */
function DivideButton({ subject, date, columns }: DivideButtonProps) {
  const { divideStudents } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const { mutate, isPending } = useMutation({
    mutationFn: () => divideStudents({ subject_code: subject.subject_code, date }),
    onSuccess: (answer) =>
      notifyDone(answer.message || t('circles.divided', { smart_count: answer.placed }), answer),
    onError: (problem) => notifyProblem(problem, t('circles.divideFailed')),
  });
  const isEveryonePlaced = columns.every(({ circle, students }) => circle !== null || students.length === 0);
  return (
    <Button
      variant="outlined"
      title={t('circles.divideHint')}
      disabled={isPending || isEveryonePlaced || columns.length === 1}
      aria-busy={isPending}
      onClick={() => mutate()}
    >
      {t('circles.divide')}
    </Button>
  );
}
