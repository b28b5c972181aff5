import Absent from '@mui/icons-material/EventBusyOutlined';
import Excused from '@mui/icons-material/EventNoteOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import Present from '@mui/icons-material/HowToRegOutlined';
import Behaviour from '@mui/icons-material/ThumbsUpDownOutlined';
import Done from '@mui/icons-material/Check';
import { Box, ButtonBase, Chip, ListItemIcon, Menu, MenuItem, Typography } from '@mui/material';
import { memo, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { roundPages } from '../../../contract/rules/mushaf';
import { proposedType } from '../../../contract/rules/attendance';
import {
  type AbsenceType,
  defaultAbsenceType,
  excusedAbsence,
  type RecordKindNames,
  recordResultNames,
} from '../../../contract/vocabulary';
import type { NotedStudent } from '../../features/behaviour/StudentsField';
import { describeExcuse } from '../../features/excuses/ExcuseMark';
import { halaqa as labels } from '../../i18n/ar/halaqa';
import { useStudentWords } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { IconAction } from '../../ui/page/IconAction';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { useBackCloses } from '../../ui/page/overlays';
import { useMounted } from '../../ui/page/useMounted';
import {
  type RecitationDrafts,
  recordedKinds,
  recitationKey,
  remainingKinds,
  type ListSection,
  findSection,
  sections,
  type HearingStudent,
  taskKinds,
} from './halaqaModel';

const NoteDialog = lazyDialog(() => import('../../features/behaviour/NoteDialog'));

interface StudentListProps {
  students: readonly HearingStudent[];
  /** The day of a new behaviour note. */
  day: string;
  kindNames: RecordKindNames;
  drafts: RecitationDrafts;
  isSaving: boolean;
  openId: string | null;
  onOpen: (student: HearingStudent) => void;
  /** @param type null for present */
  onPresence: (student: HearingStudent, type: AbsenceType | null) => void;
}

export function StudentList({ students, day, ...rowProps }: StudentListProps) {
  const id = useId();
  const [noted, setNoted] = useState<NotedStudent | null>(null);
  const lists = sections.map((section) => {
    const sectionStudents = students.filter((student) => findSection(student) === section);
    if (sectionStudents.length === 0) return null;
    return (
      <Box component="section" key={section} aria-labelledby={`${id}${section}`}>
        <Typography id={`${id}${section}`} component="h2" variant="h3" sx={{ px: 0.5, mb: 0.5 }}>
          {labels.groups[section]}: <SecondaryText component="span">{sectionStudents.length}</SecondaryText>
        </Typography>
        <Box component="ul" sx={listStyles}>
          {sectionStudents.map((student) => (
            <StudentRow
              key={student.id}
              student={student}
              section={section}
              onNote={setNoted}
              {...rowProps}
            />
          ))}
        </Box>
      </Box>
    );
  });
  return (
    <>
      {lists}
      {noted && <NoteDialog student={noted} day={day} onClose={() => setNoted(null)} />}
    </>
  );
}

const listStyles = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 };

type StudentRowProps = Omit<StudentListProps, 'students' | 'day'> & {
  student: HearingStudent;
  section: ListSection;
  onNote: (student: NotedStudent) => void;
};

const StudentRow = memo(function StudentRow({
  student,
  section,
  kindNames,
  drafts,
  isSaving,
  openId,
  onOpen,
  onPresence,
  onNote,
}: StudentRowProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { isMounted, onExited } = useMounted(anchor !== null);
  const close = () => setAnchor(null);
  useBackCloses(anchor !== null, close);
  const longPress = useLongPress(
    () => student.isAbsent || onPresence(student, proposedType(student.excuse !== undefined)),
  );
  const draft = taskKinds.map((kind) => drafts[recitationKey(student.id, kind)]).find(Boolean);
  const queueState = findQueueState(student);
  const words = useStudentWords();
  const presence = section === 'absent' ? words(labels.absent) : describeStatus(student, kindNames);
  const status = [student.excuse && describeExcuse(student.excuse), presence].filter(Boolean).join(' · ');
  const choose = (type: AbsenceType | null) => {
    close();
    onPresence(student, type);
  };
  return (
    <Box component="li" sx={{ ...rowStyles, ...(openId === student.id && { borderColor: 'primary.main' }) }}>
      <ButtonBase
        aria-label={labels.hear(student.name, status)}
        title={openId === null ? undefined : status}
        aria-current={openId === student.id ? 'true' : undefined}
        {...longPress.pointer}
        onClick={() => longPress.wasLongPress() || onOpen(student)}
        onContextMenu={(event) => {
          // A long touch would open the browser's menu.
          event.preventDefault();
          if (!longPress.isTouch()) setAnchor(event.currentTarget);
        }}
        sx={nameStyles}
      >
        <Box sx={openId === null ? wholeLine : sideLine}>
          <Typography component="span" noWrap sx={{ display: 'block', fontWeight: 600 }}>
            {student.name}
          </Typography>
          <SecondaryText component="span" sx={{ display: 'block' }}>
            {status}
          </SecondaryText>
        </Box>
        {openId !== null && section === 'partly' && (
          <SecondaryText component="span" aria-hidden sx={sideCount}>
            {labels.position(recordedKinds(student).length, countKinds(student))}
          </SecondaryText>
        )}
        {draft ? (
          <Chip
            size="small"
            variant="outlined"
            color="warning"
            label={(draft.lost || draft.tried) && !isSaving ? labels.lost : labels.draft}
          />
        ) : (
          queueState && (
            <Chip
              size="small"
              variant="outlined"
              color={queueStateColors[queueState]}
              label={t(`outbox.states.${queueState}`)}
            />
          )
        )}
        {section === 'heard' && <Done aria-hidden sx={{ color: 'success.main' }} />}
        {section === 'absent' && <Absent aria-hidden sx={{ color: 'text.secondary' }} />}
      </ButtonBase>
      <IconAction
        title={labels.menuOf(student.name)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={menuButton}
      >
        <MoreVert />
      </IconAction>
      {isMounted && (
        <Menu
          anchorEl={anchor}
          open={anchor !== null}
          onClose={close}
          slotProps={{ transition: { onExited } }}
        >
          {student.isAbsent && (
            <MenuItem onClick={() => choose(null)} sx={{ minHeight: 48 }}>
              <ListItemIcon>
                <Present />
              </ListItemIcon>
              {words(labels.present)}
            </MenuItem>
          )}
          {absenceOrder(student).map((type) => (
            <MenuItem key={type} onClick={() => choose(type)} sx={{ minHeight: 48 }}>
              <ListItemIcon>{type === excusedAbsence ? <Excused /> : <Absent />}</ListItemIcon>
              {words(type === excusedAbsence ? labels.excused : labels.unexcused)}
            </MenuItem>
          ))}
          <MenuItem
            onClick={() => {
              close();
              onNote({ student_id: student.id, name: student.name });
            }}
            sx={{ minHeight: 48 }}
          >
            <ListItemIcon>
              <Behaviour />
            </ListItemIcon>
            {t('behaviourForm.add')}
          </MenuItem>
        </Menu>
      )}
    </Box>
  );
});

/** An accepted excuse puts the excused absence first. */
const absenceOrder = ({ excuse }: HearingStudent): AbsenceType[] =>
  excuse ? [excusedAbsence, defaultAbsenceType] : [defaultAbsenceType, excusedAbsence];

const rowStyles = {
  display: 'flex',
  alignItems: 'center',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.5,
  backgroundColor: 'background.paper',
  minWidth: 0,
};
const nameStyles = {
  flex: 1,
  minWidth: 0,
  minHeight: { xs: 56, md: 40 },
  px: 1.5,
  py: { xs: 0.5, md: 0.25 },
  '@media (pointer: coarse)': { minHeight: { xs: 56, md: 48 } },
  gap: 1,
  borderRadius: 1.5,
  justifyContent: 'flex-start',
  textAlign: 'start',
  // A long touch would select the name.
  userSelect: 'none',
  WebkitTouchCallout: 'none',
  '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main' },
} as const;

const menuButton = {
  width: { xs: 48, md: 40 },
  height: { xs: 48, md: 40 },
  '@media (pointer: coarse)': { width: 48, height: 48 },
};

/** On a wide screen a student has one line. */
const wholeLine = {
  minWidth: 0,
  flex: 1,
  display: { md: 'grid' },
  gridTemplateColumns: '17rem minmax(0, 1fr)',
  alignItems: 'baseline',
  gap: 2,
};
const sideLine = { minWidth: 0, flex: 1, '& > :last-child': { display: { md: 'none' } } };
const sideCount = { display: { xs: 'none', md: 'block' }, flexShrink: 0, fontVariantNumeric: 'tabular-nums' };

const countKinds = (student: HearingStudent) =>
  recordedKinds(student).length + remainingKinds(student).length;

const queueStateColors = { waiting: 'warning', sending: 'info', refused: 'error' } as const;

const findQueueState = ({ queuedRows }: HearingStudent) =>
  (['refused', 'sending', 'waiting'] as const).find((state) =>
    Object.values(queuedRows).some(({ entry }) => entry.state === state),
  );

function describeStatus(student: HearingStudent, kindNames: RecordKindNames): string {
  const { task, records } = student;
  const recordedTexts = recordedKinds(student).map((kind) => {
    const { result, performanceLevel } = records[kind] ?? {};
    return labels.task(
      kindNames[kind],
      result === 'repeat' ? recordResultNames.repeat : (performanceLevel ?? labels.heard),
    );
  });
  const remaining = remainingKinds(student).map((kind) =>
    labels.task(
      kindNames[kind],
      labels.pages(
        roundPages(
          (kind === 'tilawa' ? [] : (task?.[kind] ?? [])).reduce((sum, { pages }) => sum + pages, 0),
        ),
      ),
    ),
  );
  if (recordedTexts.length + remaining.length > 0) return [...recordedTexts, ...remaining].join(' · ');
  return task ? labels.nothingToday : labels.noTask;
}

const longPressMs = 500;
const maxMovePx = 10;

/** Detects a long press by touch or mouse. The click at the end of the press must do nothing. */
function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const state = useRef({ x: 0, y: 0, isLongPress: false, isTouch: false });
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    wasLongPress: () => state.current.isLongPress,
    isTouch: () => state.current.isTouch,
    pointer: {
      onPointerDown: ({ clientX, clientY, button, pointerType }: PointerEvent) => {
        state.current = { x: clientX, y: clientY, isLongPress: false, isTouch: pointerType !== 'mouse' };
        stop();
        if (button !== 0) return;
        timer.current = setTimeout(() => {
          state.current.isLongPress = true;
          navigator.vibrate?.(30);
          onLongPress();
        }, longPressMs);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const { x, y } = state.current;
        if (Math.hypot(clientX - x, clientY - y) > maxMovePx) stop();
      },
      onPointerUp: stop,
      onPointerLeave: stop,
      onPointerCancel: stop,
      onKeyDown: () => {
        state.current = { ...state.current, isLongPress: false };
      },
    },
  };
}

/** Returns the first waiting student, or the first student with an unfinished task. */
export const findFirstWaiting = (students: readonly HearingStudent[]): HearingStudent | undefined =>
  students.find((student) => findSection(student) === 'waiting') ??
  students.find((student) => findSection(student) === 'partly');
