import Edit from '@mui/icons-material/EditOutlined';
import Regrade from '@mui/icons-material/PublishedWithChangesOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { Assignment } from '../../../../contract/assignments';
import { useText } from '../../../i18n/useText';
import { DueTime } from '../DueTime';
import { AssignmentTools } from './AssignmentTools';
import { HandedIn } from './HandedIn';
import { StatusChip } from './StatusChip';

interface AssignmentCardProps {
  assignment: Assignment;
  onDuplicate: () => void;
  onDelete: () => void;
}

/** An assignment in the list of its subject. */
export function AssignmentCard({ assignment, onDuplicate, onDelete }: AssignmentCardProps) {
  const t = useText();
  const { id, title, description, teacher_name } = assignment;
  const facts = [
    t('assignments.questions', { smart_count: assignment.questions_count }),
    t('assignments.marks', { smart_count: assignment.total_marks }),
  ];
  return (
    <Card component="li" sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 1.5, listStyle: 'none' }}>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Typography variant="h3" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <MuiLink component={Link} to={`/assignments/${id}`} color="inherit" underline="hover">
            <bdi>{title}</bdi>
          </MuiLink>
        </Typography>
        <Box sx={{ flexShrink: 0 }}>
          <StatusChip isPublished={assignment.is_published} />
        </Box>
      </Box>
      <Typography variant="body2" color="text.secondary" dir="auto" sx={twoLines}>
        {description || t('assignments.noDescription')}
      </Typography>
      <Typography variant="body2">{facts.join(' · ')}</Typography>
      <DueTime value={assignment.due_date} />
      <HandedIn assignment={assignment} />
      {assignment.needs_regrade && (
        <Typography variant="body2" color="warning" sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}>
          <Regrade aria-hidden fontSize="small" />
          {t('assignments.needsRegrade')}
        </Typography>
      )}
      <Box
        sx={{
          mt: 'auto',
          pt: 1,
          borderTop: 1,
          borderColor: 'divider',
          display: 'flex',
          alignItems: 'center',
        }}
      >
        <Typography variant="caption" color="text.secondary" noWrap sx={{ flex: 1, minWidth: 0 }}>
          {teacher_name && <bdi>{teacher_name}</bdi>}
        </Typography>
        <Button
          component={Link}
          to={`/assignments/${id}`}
          aria-label={t('assignments.viewOf', { name: title })}
        >
          {t('assignments.view')}
        </Button>
        <Tooltip title={t('ui.edit')}>
          <IconButton
            component={Link}
            to={`/assignments/${id}?edit=1`}
            aria-label={t('ui.editOf', { name: title })}
          >
            <Edit fontSize="small" />
          </IconButton>
        </Tooltip>
        <AssignmentTools title={title} onDuplicate={onDuplicate} onDelete={onDelete} />
      </Box>
    </Card>
  );
}

const twoLines = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
};
