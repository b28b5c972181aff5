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
import type { circleActionsOf, Opened } from './CircleDialogs';
import { type Column, countOf, nameOf, placeAndTime, type Student } from './circleModel';

interface CircleColumnProps {
  column: Column;
  /** What can be done with the circle. */
  actions: ReturnType<typeof circleActionsOf>;
  /** Where its students can be moved to; null: to no circle. */
  others: readonly (Circle | null)[];
  /** The academic number of the student who is being moved. */
  moving: string | null;
  /** A student of another column is being dragged. */
  isTarget: boolean;
  onDrag: (student: Student | null) => void;
  onDrop: () => void;
  onMove: (student: Student, to: Circle | null) => void;
  onOpen: (opened: Opened) => void;
}

/** A circle with its facts and members, or the students in no circle. */
export function CircleColumn(props: CircleColumnProps) {
  const { column, others, moving, isTarget, onDrag, onDrop, onMove } = props;
  const { circle, students } = column;
  const titleId = useId();
  const [isOver, setIsOver] = useState(false);
  const allow = (event: DragEvent) => {
    if (!isTarget) return;
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <Card
      component="section"
      aria-labelledby={titleId}
      onDragOver={allow}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onDrop();
      }}
      sx={{
        minWidth: 0,
        ...(isTarget && { borderStyle: 'dashed', borderColor: 'primary.main' }),
        ...(isOver && isTarget && { backgroundColor: (theme) => theme.colours.primaryTint }),
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
          sx={list}
        >
          {students.map((student) => (
            <Member
              key={student.student_id}
              student={student}
              others={others}
              isMoving={student.student_id === moving}
              onDrag={onDrag}
              onMove={(to) => onMove(student, to)}
            />
          ))}
        </Box>
      )}
    </Card>
  );
}

const list = { m: 0, p: 0, listStyle: 'none', maxHeight: { sm: '60vh' }, overflowY: 'auto' } as const;

function ColumnHead({ column, titleId, actions, onOpen }: CircleColumnProps & { titleId: string }) {
  const { circle, students } = column;
  const isOver = circle?.capacity != null && students.length > circle.capacity;
  const count = (
    <Chip
      size="small"
      color={isOver ? 'warning' : 'default'}
      variant="outlined"
      label={<Isolated>{countOf(column)}</Isolated>}
    />
  );
  return (
    <Box sx={{ px: 1.5, pt: 1, pb: 0.75 }}>
      <Box sx={line}>
        <Typography
          id={titleId}
          component="h3"
          noWrap
          title={nameOf(column)}
          sx={{ flex: 1, fontWeight: 700 }}
        >
          {nameOf(column)}
        </Typography>
        {circle && <CircleMenu circle={circle} actions={actions} onOpen={onOpen} />}
        {!circle && count}
      </Box>
      {circle && (
        <>
          <Box sx={line}>
            <Typography variant="body2" noWrap title={circle.teacher_name ?? undefined} sx={{ flex: 1 }}>
              {circle.teacher_name ?? t('circles.noTeacher')}
            </Typography>
            {count}
          </Box>
          <SecondaryText variant="caption" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
            {placeAndTime(circle)}
          </SecondaryText>
        </>
      )}
    </Box>
  );
}

const line = { display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 };

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
  others: readonly (Circle | null)[];
  isMoving: boolean;
  onDrag: (student: Student | null) => void;
  onMove: (to: Circle | null) => void;
}

/** One student: dragged by the name, or moved with the menu, which keyboard and touch can use too. */
function Member({ student, others, isMoving, onDrag, onMove }: MemberProps) {
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
      sx={{ ...memberLook, ...(isMoving && { opacity: 0.5 }) }}
    >
      <Typography variant="body2" noWrap title={full_name} sx={{ flex: 1, minWidth: 0 }}>
        {full_name}
      </Typography>
      <IconMenu
        title={t('circles.moveTo')}
        label={t('circles.moveOf', { student: full_name })}
        icon={<SwapHoriz fontSize="small" />}
        choices={others.map((circle) => ({
          key: String(circle?.id ?? 0),
          text: nameOf({ circle }),
          onChoose: () => onMove(circle),
        }))}
      />
    </Box>
  );
}

const memberLook = {
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

/** A small button that opens a few choices. */
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
