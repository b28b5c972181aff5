import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { Assignment } from '../../../../contract/assignments';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { PageTurner } from '../../../ui/list/PageTurner';
import { EmptyState, ErrorState } from '../../../ui/page/States';
import { AssignmentCard } from './AssignmentCard';
import { DeleteAssignment } from './DeleteAssignment';
import { DuplicateDialog } from './DuplicateDialog';

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
  const t = useText();
  const { assignmentsOfSubject } = useDataProvider<Api>();
  const { data, error, refetch } = useQuery({
    queryKey: ['assignments', 'of-subject', subjectId],
    queryFn: () => assignmentsOfSubject(subjectId),
  });
  const [asked, setPage] = useState(1);
  const [copied, setCopied] = useState<Assignment | null>(null);
  const [deleted, setDeleted] = useState<Assignment | null>(null);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
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
