import Edit from '@mui/icons-material/EditOutlined';
import Regrade from '@mui/icons-material/PublishedWithChangesOutlined';
import { Box, Button, Card, Link as MuiLink, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Assignment } from '../../../../contract/assignments';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { PageTurner } from '../../../ui/list/PageTurner';
import { Isolated } from '../../../ui/page/Isolated';
import { LinkButton } from '../../../ui/page/LinkButton';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { EmptyState, ErrorState } from '../../../ui/page/States';
import { DueTime } from '../AssignmentFacts';
import { IconAction } from '../../../ui/page/IconAction';
import { AssignmentTools, DeleteAssignment, DuplicateDialog, StatusChip } from './AssignmentTools';

const perPage = 24;

const columns = {
  m: 0,
  p: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(20rem, 1fr))' },
} as const;

/** The assignments of a subject of a batch as cards, the newest first. */
export function AssignmentList({ subjectId, onAdd }: { subjectId: number; onAdd: () => void }) {
  const { assignmentsOfSubject } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['assignments', 'of-subject', subjectId],
    queryFn: () => assignmentsOfSubject(subjectId),
  });
  const [asked, setPage] = useState(1);
  const [copied, setCopied] = useState<Assignment | null>(null);
  const [deleted, setDeleted] = useState<Assignment | null>(null);
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data)
    return (
      <Box sx={columns}>
        {[1, 2, 3].map((one) => (
          <Skeleton key={one} variant="rounded" height={232} />
        ))}
      </Box>
    );
  if (data.length === 0)
    return (
      <EmptyState
        title={t('assignments.emptyTitle')}
        text={t('assignments.emptyText')}
        action={
          <Button variant="outlined" onClick={onAdd}>
            {t('assignments.add')}
          </Button>
        }
      />
    );
  const pages = Math.ceil(data.length / perPage);
  const page = Math.min(asked, pages);
  return (
    <>
      <Box component="ul" sx={columns}>
        {data.slice((page - 1) * perPage, page * perPage).map((assignment) => (
          <AssignmentCard
            key={assignment.id}
            assignment={assignment}
            onDuplicate={() => setCopied(assignment)}
            onDelete={() => setDeleted(assignment)}
          />
        ))}
      </Box>
      <PageTurner page={page} pages={pages} onTurn={setPage} />
      {copied && <DuplicateDialog assignment={copied} onClose={() => setCopied(null)} />}
      <DeleteAssignment assignment={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}

interface AssignmentCardProps {
  assignment: Assignment;
  onDuplicate: () => void;
  onDelete: () => void;
}

function AssignmentCard({ assignment, onDuplicate, onDelete }: AssignmentCardProps) {
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
      <SecondaryText dir="auto" sx={twoLines}>
        {description || t('assignments.noDescription')}
      </SecondaryText>
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
        <SecondaryText variant="caption" noWrap sx={{ flex: 1, minWidth: 0 }}>
          {teacher_name && <bdi>{teacher_name}</bdi>}
        </SecondaryText>
        <LinkButton
          to={`/assignments/${id}`}
          label={t('assignments.view')}
          aria-label={t('assignments.viewOf', { name: title })}
        />
        <IconAction
          title={t('ui.edit')}
          label={t('ui.editOf', { name: title })}
          to={`/assignments/${id}?edit=1`}
        >
          <Edit fontSize="small" />
        </IconAction>
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

/**
 * How many students have submitted, and how many submissions are not graded; nothing if the server sends no counts.
 */
function HandedIn({ assignment }: { assignment: Assignment }) {
  const { submitted_count: submitted, students_count: total, ungraded_count: ungraded = 0 } = assignment;
  if (submitted === undefined || total === undefined) return null;
  const share = total === 0 ? 0 : Math.min(100, (submitted / total) * 100);
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="body2">
          <Isolated>{t('assignments.handedIn', { submitted, total })}</Isolated>
        </Typography>
        {ungraded > 0 && (
          <Typography variant="body2" color="warning">
            {t('assignments.toGrade', { smart_count: ungraded })}
          </Typography>
        )}
      </Box>
      {/* Said in words above. */}
      <Box
        aria-hidden
        sx={{
          mt: 0.5,
          height: 4,
          borderRadius: 1,
          overflow: 'hidden',
          backgroundColor: ({ colours }) => colours.primaryTint,
        }}
      >
        <Box sx={{ height: 1, width: `${share}%`, backgroundColor: 'primary.main' }} />
      </Box>
    </Box>
  );
}
