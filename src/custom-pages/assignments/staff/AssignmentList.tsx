import Copy from '@mui/icons-material/ContentCopyOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Regrade from '@mui/icons-material/PublishedWithChangesOutlined';
import View from '@mui/icons-material/VisibilityOutlined';
import { Box, Button, Link as MuiLink } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { ListContextProvider, ResourceContextProvider, useList } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import type { Assignment } from '../../../../contract/assignments';
import { sortKey } from '../../../../contract/rules/arabicText';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { CellTooltips } from '../../../ui/list/CellTooltips';
import { ListColumn } from '../../../ui/list/ListColumn';
import { ListTable } from '../../../ui/list/ListTable';
import { PageTurner } from '../../../ui/list/PageTurner';
import { RecordRow, RecordRows } from '../../../ui/list/RecordRow';
import { RowButton, DeleteRowButton, RowActions } from '../../../ui/list/RowActions';
import { TwoLines } from '../../../ui/list/TwoLines';
import { Isolated } from '../../../ui/page/Isolated';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { LazyBoundary } from '../../../ui/page/LazyBoundary';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/States';
import { useIsPhone } from '../../../ui/page/useIsPhone';
import { DueBadge, ShortDueTime } from '../AssignmentFacts';
import { DeleteAssignment, DuplicateDialog, StatusIcon } from './AssignmentTools';

interface Row extends Assignment {
  name: string;
  due: string;
  ungraded: number;
}

export function AssignmentList({ subjectId, onAdd }: { subjectId: number; onAdd: () => void }) {
  const { assignmentsOfSubject } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['assignments', 'of-subject', subjectId],
    queryFn: () => assignmentsOfSubject(subjectId),
  });
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <LoadingState />;
  if (data.length > 0) return <Rows key={subjectId} assignments={data} />;
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
}

const perPage = 25;

function Rows({ assignments }: { assignments: readonly Assignment[] }) {
  const rows = assignments.map((assignment): Row => ({
    ...assignment,
    name: sortKey(assignment.title),
    due: assignment.due_date ?? 'none', // sorts behind all dates
    ungraded: assignment.ungraded_count ?? 0,
  }));
  const list = useList<Row>({ data: rows, perPage, sort: { field: 'id', order: 'DESC' } });
  const [copySource, setCopySource] = useState<Assignment | null>(null);
  const [deleteTarget, setDeleteTarget] = useState<Assignment | null>(null);
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const hasTeacherColumn = new Set(assignments.map(({ teacher_name }) => teacher_name)).size > 1;
  /** Opens the tapped row, unless the user tapped a link or button, or selected text. */
  const openRow = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest('a, button, input') || getSelection()?.isCollapsed === false) return;
    const row = target.closest('tbody tr, li[data-record]');
    const record = row && list.data?.[[...(row.parentElement?.children ?? [])].indexOf(row)];
    if (record) void navigate(`/assignments/${record.id}`);
  };
  const renderActions = (row: Row) => (
    <AssignmentActions
      assignment={row}
      onDuplicate={() => setCopySource(row)}
      onDelete={() => setDeleteTarget(row)}
    />
  );
  return (
    <ResourceContextProvider value="assignments">
      <ListContextProvider value={list}>
        {isPhone ? (
          <RecordRows onClick={openRow}>
            {list.data?.map((row) => (
              <AssignmentRow key={row.id} assignment={row} actions={renderActions(row)} />
            ))}
          </RecordRows>
        ) : (
          <LazyBoundary fallback={<LoadingState />}>
            <CellTooltips onClick={openRow}>
              <AssignmentTable renderActions={renderActions} hasTeacherColumn={hasTeacherColumn} />
            </CellTooltips>
          </LazyBoundary>
        )}
        <PageTurner page={list.page} pages={Math.ceil(rows.length / perPage)} onTurn={list.setPage} />
      </ListContextProvider>
      {copySource && <DuplicateDialog assignment={copySource} onClose={() => setCopySource(null)} />}
      <DeleteAssignment assignment={deleteTarget} onClose={() => setDeleteTarget(null)} />
    </ResourceContextProvider>
  );
}

const Column = ListColumn<Row>;
const hiddenWhenNarrow = ['total_marks'];
const widths = {
  '& .column-due': { width: 262, '& time': { marginInlineStart: '6px' } },
  '& .column-total_marks': { width: 130 },
  '& .column-ungraded': { width: 156 },
  '& .column-teacher_name': { width: 96 },
} as const;

interface AssignmentTableProps {
  renderActions: (row: Row) => ReactNode;
  /** False if all assignments have the same teacher; the titles then get the space. */
  hasTeacherColumn: boolean;
}

const AssignmentTable = ({ renderActions, hasTeacherColumn }: AssignmentTableProps) => (
  <ListTable<Row>
    hasIndex={false}
    hiddenWhenNarrow={hiddenWhenNarrow}
    renderActions={renderActions}
    sx={widths}
  >
    <Column
      source="name"
      label={t('assignments.name')}
      render={(row) => (
        <TwoLines>
          <StatusIcon isPublished={row.is_published} />
          <TitleLink assignment={row} />{' '}
          <SecondaryText component="span" variant="caption">
            <bdi>{row.description || t('assignments.noDescription')}</bdi>
          </SecondaryText>
        </TwoLines>
      )}
    />
    <Column
      source="due"
      label={t('assignments.due')}
      render={({ due_date }) => <ShortDueTime value={due_date} />}
    />
    <Column source="total_marks" label={t('assignments.questionsTitle')} render={formatQuestionsAndMarks} />
    <Column
      source="ungraded"
      label={t('assignments.submissionsTitle')}
      render={(row) => <SubmissionCounts assignment={row} isShort />}
    />
    {hasTeacherColumn && (
      <Column
        source="teacher_name"
        label={t('assignments.teacher')}
        render={({ teacher_name }) => (teacher_name ? <bdi>{teacher_name}</bdi> : t('ui.nothing'))}
      />
    )}
  </ListTable>
);

const TitleLink = ({ assignment: { id, title } }: { assignment: Assignment }) => (
  <MuiLink component={Link} to={`/assignments/${id}`} color="inherit" underline="hover" fontWeight={600}>
    <bdi>{title}</bdi>
  </MuiLink>
);

const formatQuestionsAndMarks = ({ questions_count, total_marks }: Assignment) =>
  [
    t('assignments.questions', { smart_count: questions_count }),
    t('assignments.marks', { smart_count: total_marks }),
  ].join(' · ');

const AssignmentRow = ({ assignment, actions }: { assignment: Assignment; actions: ReactNode }) => (
  <RecordRow
    badge={<StatusIcon isPublished={assignment.is_published} />}
    title={<TitleLink assignment={assignment} />}
    details={[
      <DueBadge key="due" value={assignment.due_date} />,
      <span key="submissions">
        <SubmissionCounts assignment={assignment} isShort />
      </span>,
    ]}
    actions={actions}
  />
);

/**
 * Shows how many submissions exist, and how many are ungraded. A dash means that the server sends no numbers.
 */
function SubmissionCounts({ assignment, isShort = false }: { assignment: Assignment; isShort?: boolean }) {
  const { submitted_count: submitted, students_count: total, ungraded_count: ungraded = 0 } = assignment;
  if (submitted === undefined || total === undefined) return t('ui.nothing');
  return (
    <>
      {assignment.needs_regrade && (
        <Regrade
          role="img"
          titleAccess={t('assignments.needsRegrade')}
          color="warning"
          fontSize="small"
          sx={{ verticalAlign: 'middle', marginInlineEnd: 0.5 }}
        />
      )}
      <Isolated>
        {t(isShort ? 'assignments.handedInShort' : 'assignments.handedIn', { submitted, total })}
      </Isolated>
      {ungraded > 0 && (
        <Box component="span" sx={{ color: 'warning.main', marginInlineStart: 1 }}>
          {isShort
            ? t('assignments.toGradeShort', { count: ungraded })
            : t('assignments.toGrade', { smart_count: ungraded })}
        </Box>
      )}
    </>
  );
}

interface AssignmentActionsProps {
  assignment: Assignment;
  onDuplicate: () => void;
  onDelete: () => void;
}

function AssignmentActions({ assignment: { id, title }, onDuplicate, onDelete }: AssignmentActionsProps) {
  const { has } = useServerFeatures();
  return (
    <RowActions
      name={title}
      main={
        <RowButton
          title={t('assignments.view')}
          label={t('assignments.viewOf', { name: title })}
          icon={<View fontSize="small" />}
          to={`/assignments/${id}`}
        />
      }
    >
      <RowButton
        title={t('ui.edit')}
        label={t('ui.editOf', { name: title })}
        icon={<Edit fontSize="small" />}
        to={`/assignments/${id}?edit=1`}
      />
      {has('assignmentCopy') && (
        <RowButton
          title={t('assignments.duplicate')}
          label={t('assignments.duplicateOf', { name: title })}
          icon={<Copy fontSize="small" />}
          onClick={onDuplicate}
        />
      )}
      <DeleteRowButton name={title} onClick={onDelete} />
    </RowActions>
  );
}
