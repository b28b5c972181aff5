import MoreHoriz from '@mui/icons-material/MoreHoriz';
import SwapHoriz from '@mui/icons-material/SwapHoriz';
import { Box, Card, Chip, Menu, MenuItem, Typography } from '@mui/material';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import type { Circle } from '../../../../contract/circles';
import { t } from '../../../i18n/text';
import { sizes } from '../../../theme/tokens';
import { IconAction } from '../../../ui/page/IconAction';
import { Isolated } from '../../../ui/page/Isolated';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { useBackCloses } from '../../../ui/page/overlays';
import type { circleActions, OpenCircleDialog } from './CircleDialogs';
import { type Column, formatStudentCount, columnName, describeSchedule, type Student } from './circleModel';

interface CircleColumnProps {
  column: Column;
  actions: ReturnType<typeof circleActions>;
  /** Circles that a student can move to. Null removes the student from the circle. */
  targets: readonly (Circle | null)[];
  movingStudentId: string | null;
  /** True while the user drags a student of another column. */
  isDropTarget: boolean;
  onDrag: (student: Student | null) => void;
  onDrop: () => void;
  onMove: (student: Student, to: Circle | null) => void;
  onOpen: (dialog: OpenCircleDialog) => void;
}

/** Shows a circle, or the students without a circle. */
export function CircleColumn(props: CircleColumnProps) {
  const { column, targets, movingStudentId, isDropTarget, onDrag, onDrop, onMove } = props;
  const { circle, students } = column;
  const titleId = useId();
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const allowDrop = (event: DragEvent) => {
    if (!isDropTarget) return;
    event.preventDefault();
    setIsDraggedOver(true);
  };
  return (
    <Card
      component="section"
      aria-labelledby={titleId}
      onDragOver={allowDrop}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsDraggedOver(false);
        onDrop();
      }}
      sx={{
        minWidth: 0,
        ...(isDropTarget && { borderStyle: 'dashed', borderColor: 'primary.main' }),
        ...(isDraggedOver && isDropTarget && { backgroundColor: (theme) => theme.colours.primaryTint }),
        ...(circle === null && { backgroundColor: (theme) => theme.colours.sunken }),
      }}
    >
      <ColumnHead titleId={titleId} {...props} />
      {students.length === 0 ? (
        <SecondaryText sx={{ px: 1.5, pb: 1.5 }}>
          {t(circle ? 'circles.noMembers' : 'circles.noneWithout')}
        </SecondaryText>
      ) : (
        <Box
          component="ul"
          tabIndex={0}
          aria-label={circle ? t('circles.membersOf', { name: circle.name }) : t('circles.membersWithout')}
          sx={listStyle}
        >
          {students.map((student) => (
            <Member
              key={student.student_id}
              student={student}
              targets={targets}
              isMoving={student.student_id === movingStudentId}
              onDrag={onDrag}
              onMove={(to) => onMove(student, to)}
            />
          ))}
        </Box>
      )}
    </Card>
  );
}

const listStyle = { m: 0, p: 0, listStyle: 'none', maxHeight: { sm: '60vh' }, overflowY: 'auto' } as const;

function ColumnHead({ column, titleId, actions, onOpen }: CircleColumnProps & { titleId: string }) {
  const { circle, students } = column;
  const isOverCapacity = circle?.capacity != null && students.length > circle.capacity;
  const count = (
    <Chip
      size="small"
      color={isOverCapacity ? 'warning' : 'default'}
      variant="outlined"
      label={<Isolated>{formatStudentCount(column)}</Isolated>}
    />
  );
  return (
    <Box sx={{ px: 1.5, pt: 1, pb: 0.75 }}>
      <Box sx={lineStyle}>
        <Typography
          id={titleId}
          component="h3"
          noWrap
          title={columnName(column)}
          sx={{ flex: 1, fontWeight: 700 }}
        >
          {columnName(column)}
        </Typography>
        {circle && <CircleMenu circle={circle} actions={actions} onOpen={onOpen} />}
        {!circle && count}
      </Box>
      {circle && (
        <>
          <Box sx={lineStyle}>
            <Typography variant="body2" noWrap title={circle.teacher_name ?? undefined} sx={{ flex: 1 }}>
              {circle.teacher_name ?? t('circles.noTeacher')}
            </Typography>
            {count}
          </Box>
          <SecondaryText variant="caption" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
            {describeSchedule(circle)}
          </SecondaryText>
        </>
      )}
    </Box>
  );
}

const lineStyle = { display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 };

function CircleMenu({
  circle,
  actions,
  onOpen,
}: { circle: Circle } & Pick<CircleColumnProps, 'actions' | 'onOpen'>) {
  return (
    <IconMenu
      title={t('ui.actions')}
      label={t('circles.actionsOf', { name: circle.name })}
      icon={<MoreHoriz fontSize="small" />}
      choices={actions.map(([kind, text]) => ({
        key: kind,
        text: t(text),
        onChoose: () => onOpen({ kind, circle }),
      }))}
    />
  );
}

interface MemberProps {
  student: Student;
  targets: readonly (Circle | null)[];
  isMoving: boolean;
  onDrag: (student: Student | null) => void;
  onMove: (to: Circle | null) => void;
}

/** Drag and drop needs a mouse. The menu also works by keyboard and touch. */
function Member({ student, targets, isMoving, onDrag, onMove }: MemberProps) {
  const { student_id, full_name } = student;
  return (
    <Box
      component="li"
      draggable
      aria-busy={isMoving}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', student_id);
        event.dataTransfer.effectAllowed = 'move';
        onDrag(student);
      }}
      onDragEnd={() => onDrag(null)}
      sx={{ ...memberStyle, ...(isMoving && { opacity: 0.5 }) }}
    >
      <Typography variant="body2" noWrap title={full_name} sx={{ flex: 1, minWidth: 0 }}>
        {full_name}
      </Typography>
      <IconMenu
        title={t('circles.moveTo')}
        label={t('circles.moveOf', { student: full_name })}
        icon={<SwapHoriz fontSize="small" />}
        choices={targets.map((circle) => ({
          key: String(circle?.id ?? 0),
          text: columnName({ circle }),
          onChoose: () => onMove(circle),
        }))}
      />
    </Box>
  );
}

const memberStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  minHeight: { xs: sizes.phoneTarget, sm: 36 },
  paddingInlineStart: 1.5,
  paddingInlineEnd: 0.5,
  borderTop: 1,
  borderColor: 'divider',
  cursor: 'grab',
};

interface IconMenuProps {
  title: string;
  label: string;
  icon: ReactNode;
  choices: readonly { key: string; text: string; onChoose: () => void }[];
}

export function IconMenu({ title, label, icon, choices }: IconMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  useBackCloses(anchor !== null, close);
  return (
    <>
      <IconAction
        title={title}
        label={label}
        size="small"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {icon}
      </IconAction>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {choices.map(({ key, text, onChoose }) => (
          <MenuItem
            key={key}
            onClick={() => {
              close();
              onChoose();
            }}
          >
            {text}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
