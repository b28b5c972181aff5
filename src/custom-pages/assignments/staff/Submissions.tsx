import Grade from '@mui/icons-material/RateReviewOutlined';
import View from '@mui/icons-material/VisibilityOutlined';
import {
  Box,
  Card,
  Chip,
  Link as MuiLink,
  Skeleton,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AssignmentDetail, SubmissionRow } from '../../../../contract/assignments';
import { isPassing } from '../../../../contract/rules/assignments';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { RecordRow, RecordRows } from '../../../ui/list/RecordRow';
import { RowButton, MoreActions } from '../../../ui/list/RowActions';
import { Isolated } from '../../../ui/page/Isolated';
import { LinkButton } from '../../../ui/page/LinkButton';
import { InlineMoment, ShortDate } from '../../../ui/page/Moment';
import { EmptyState, ErrorState } from '../../../ui/page/States';
import { useIsPhone } from '../../../ui/page/useIsPhone';

export function Submissions({ assignment }: { assignment: AssignmentDetail }) {
  const isPhone = useIsPhone();
  const { submissionsOf } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['assignments', 'submissions', assignment.id],
    queryFn: () => submissionsOf(assignment.id),
  });
  const Rows = isPhone ? SubmissionRows : SubmissionTable;
  return (
    <Stack component="section" spacing={2} aria-labelledby="submissions-title">
      <Stack direction="row" sx={{ gap: 2, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <Typography id="submissions-title" variant="h2">
          {t('assignments.submissionsTitle')}
        </Typography>
        {data && (
          <Typography color="text.secondary">
            <Isolated>
              {t('assignments.handedIn', {
                submitted: data.filter(({ is_submitted }) => is_submitted).length,
                total: data.length,
              })}
            </Isolated>
          </Typography>
        )}
      </Stack>
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton variant="rounded" height={240} />
      ) : data.length === 0 ? (
        <EmptyState title={t('teaching.noStudentsTitle')} text={t('assignments.submissionsEmptyText')} />
      ) : (
        <Rows rows={data} />
      )}
    </Stack>
  );
}

function SubmissionTable({ rows }: { rows: readonly SubmissionRow[] }) {
  return (
    <TableContainer
      component={Card}
      tabIndex={0}
      role="region"
      aria-label={t('assignments.submissionsTitle')}
      sx={{
        '& tbody .MuiTableCell-root': { height: 40, py: 0 },
        '& .MuiButton-root': { minHeight: 32, py: 0, '@media (pointer: coarse)': { minHeight: 44 } },
      }}
    >
      <Table size="small" aria-label={t('assignments.submissionsTitle')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('labels.student')}</TableCell>
            <TableCell>{t('labels.studentNumber')}</TableCell>
            <TableCell>{t('assignments.submittedAt')}</TableCell>
            <TableCell align="center">{t('assignments.score')}</TableCell>
            <TableCell>{t('ui.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.university_id} hover>
              <TableCell component="th" scope="row">
                <bdi>{row.student_name}</bdi>
              </TableCell>
              <TableCell>
                <Isolated>{row.university_id}</Isolated>
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                {row.submitted_at ? (
                  <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
                    <InlineMoment value={row.submitted_at} />
                    {row.is_late && <LateChip />}
                  </Stack>
                ) : (
                  t('ui.nothing')
                )}
              </TableCell>
              <TableCell align="center">
                <SubmissionScore row={row} />
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                <SubmissionLinks row={row} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

const SubmissionRows = ({ rows }: { rows: readonly SubmissionRow[] }) => (
  <RecordRows>
    {rows.map((row) => (
      <RecordRow
        key={row.university_id}
        badge={row.is_late && <LateChip />}
        title={<SubmissionTitle row={row} />}
        details={[
          <Isolated key="id">{row.university_id}</Isolated>,
          <SubmissionScore key="score" row={row} />,
          row.submitted_at && <ShortDate key="at" value={row.submitted_at} hasTime />,
        ]}
        actions={<SubmissionMenu row={row} />}
      />
    ))}
  </RecordRows>
);

const SubmissionTitle = ({ row: { id, student_name } }: { row: SubmissionRow }) =>
  id === null ? (
    <bdi>{student_name}</bdi>
  ) : (
    <MuiLink component={Link} to={`/submissions/${id}`} color="inherit" underline="none">
      <bdi>{student_name}</bdi>
    </MuiLink>
  );

function SubmissionMenu({ row: { id, student_name: name } }: { row: SubmissionRow }) {
  if (id === null) return null;
  return (
    <MoreActions name={name}>
      <RowButton
        title={t('assignments.viewAnswers')}
        label={t('assignments.viewAnswersOf', { name })}
        icon={<View fontSize="small" />}
        to={`/submissions/${id}`}
      />
      <RowButton
        title={t('assignments.gradeByHand')}
        label={t('assignments.gradeByHandOf', { name })}
        icon={<Grade fontSize="small" />}
        to={`/submissions/${id}?grade=1`}
      />
    </MoreActions>
  );
}

function LateChip() {
  return <Chip size="small" color="warning" label={t('assignments.late')} />;
}

function SubmissionScore({ row }: { row: SubmissionRow }) {
  const { is_submitted, is_graded, total_score: score, total_marks: total } = row;
  if (!is_submitted) return <Box sx={{ color: 'text.secondary' }}>{t('assignments.notSubmitted')}</Box>;
  if (!is_graded || score === null)
    return <Chip size="small" color="warning" variant="outlined" label={t('assignments.awaiting')} />;
  return (
    <Typography
      component="span"
      sx={{ fontWeight: 700 }}
      color={isPassing(score, total) ? 'success.main' : 'error.main'}
    >
      <Isolated>{t('assignments.scoreOf', { score, total })}</Isolated>
    </Typography>
  );
}

function SubmissionLinks({ row: { id, student_name: name } }: { row: SubmissionRow }) {
  if (id === null) return null;
  return (
    <>
      <LinkButton
        to={`/submissions/${id}`}
        label={t('assignments.viewAnswers')}
        aria-label={t('assignments.viewAnswersOf', { name })}
      />
      <LinkButton
        to={`/submissions/${id}?grade=1`}
        label={t('assignments.gradeByHand')}
        aria-label={t('assignments.gradeByHandOf', { name })}
      />
    </>
  );
}
