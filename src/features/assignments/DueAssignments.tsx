import Next from '@mui/icons-material/ChevronLeft';
import { Box, Card, List, ListItem, ListItemButton, Typography } from '@mui/material';
import { useId } from 'react';
import { Link } from 'react-router';
import type { StudentAssignment } from '../../../contract/assignments';
import { isPast } from '../../../contract/rules/assignments';
import { useTimeZone } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { LinkButton } from '../../ui/page/LinkButton';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { DueText } from './DueText';
import { assignmentState, sortByUrgency, useWaitingIds } from './ownAssignments';
import { useServerNow } from './useServerNow';

const maxRows = 3;

interface DueAssignmentsProps {
  /** Undefined if the assignments could not be loaded. */
  assignments: readonly StudentAssignment[] | undefined;
}

/** Shows the assignments that the student can still submit, the most urgent first. */
export function DueAssignments({ assignments }: DueAssignmentsProps) {
  const id = useId();
  const now = useServerNow(null);
  const waitingIds = useWaitingIds();
  const pending = sortByUrgency(
    (assignments ?? []).filter(
      (assignment) => assignmentState(assignment, now) === 'pending' && !waitingIds.has(assignment.id),
    ),
    now,
  );
  return (
    <Card component="section" aria-labelledby={id} sx={{ pt: 0.5, pb: 1, minWidth: 0 }}>
      <Box sx={headStyle}>
        <Typography id={id} variant="h2">
          {t('ownAssignments.toDo')}
        </Typography>
        <LinkButton to="/assignments" label={t('ownAssignments.total')} />
      </Box>
      {pending.length === 0 ? (
        <Typography color="text.secondary" sx={{ px: 2, pb: 0.5 }}>
          {t(assignments ? 'ownAssignments.nothingToDo' : 'ownAssignments.loadFailed')}
        </Typography>
      ) : (
        <List disablePadding>
          {pending.slice(0, maxRows).map((assignment) => (
            <DueRow key={assignment.id} assignment={assignment} now={now} />
          ))}
        </List>
      )}
    </Card>
  );
}

function DueRow({ assignment, now }: { assignment: StudentAssignment; now: Date }) {
  const timeZone = useTimeZone();
  const { id, title, subject_name, due_date } = assignment;
  return (
    <ListItem disablePadding>
      <ListItemButton
        component={Link}
        to={`/assignments/${id}/submit`}
        sx={{ px: 2, py: 0.5, minHeight: 56 }}
      >
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 600, lineHeight: 1.5 }}>
            <bdi>{title}</bdi>
          </Typography>
          <SecondaryText component="span">
            <bdi>{subject_name}</bdi>
            {due_date !== null && (
              <>
                {' · '}
                <DueText dueDate={due_date} now={now} timeZone={timeZone} />
              </>
            )}
            {isPast(due_date, now) && ` · ${t('ownAssignments.lateTaken')}`}
          </SecondaryText>
        </Box>
        <Next aria-hidden color="action" />
      </ListItemButton>
    </ListItem>
  );
}

const headStyle = {
  px: 2,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 44,
} as const;
