import { Alert, Box, DialogContent, LinearProgress, Link, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { AuditDetail } from '../../../contract/audit';
import { useApi } from '../../dataProvider/useApi';
import { OperationAuthor } from '../../features/accounts/OperationAuthor';
import { t } from '../../i18n/text';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { PageTurner } from '../../ui/list/PageTurner';
import { BothDates } from '../../ui/page/BothDates';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState, LoadingState } from '../../ui/page/States';
import { ActionBadge, StateChips, useAuditLink, OperationTime } from './AuditFacts';
import { AuditRowPanel } from './AuditRowPanel';

const rowsPerPage = 20;
const maxOpenAtFirst = 2;

export function AuditDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { auditDetail } = useApi();
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['audit', 'detail', id, page],
    queryFn: () => auditDetail(id, page, rowsPerPage),
    placeholderData: keepPreviousData,
  });
  return (
    <FormDialog
      isOpen
      title={data ? <bdi>{data.description}</bdi> : t('audit.detailTitle')}
      maxWidth="md"
      hasAddress
      onClose={onClose}
    >
      <DialogContent aria-busy={isFetching}>
        {!data && !error && <LoadingState shape="record" />}
        {!data && Boolean(error) && (
          <ErrorState title={t('audit.detailFailed')} error={error} onRetry={refetch} />
        )}
        {data && (
          <>
            <Facts operation={data} />
            <Typography variant="h3" sx={{ mt: 3, mb: 1 }}>
              {t('audit.rowsTitle')}
              <Typography component="span" color="text.secondary">
                {` (${t('audit.rowsCount', { smart_count: data.rows_count })})`}
              </Typography>
            </Typography>
            <Box sx={{ height: 4 }}>{isFetching && <LinearProgress aria-label={t('ui.loading')} />}</Box>
            {data.rows.length === 0 && <Typography>{t('audit.noRows')}</Typography>}
            {data.rows.map((row, index) => (
              <AuditRowPanel
                key={`${data.pagination.page}-${index}`}
                entry={data}
                row={row}
                isOpenAtFirst={data.rows.length <= maxOpenAtFirst}
              />
            ))}
            <PageTurner page={page} pages={data.pagination.totalPages} onTurn={setPage} />
          </>
        )}
      </DialogContent>
    </FormDialog>
  );
}

function Facts({ operation }: { operation: AuditDetail }) {
  const linkTo = useAuditLink();
  const { undone_by, undo_of } = operation;
  const facts = [
    [t('labels.action'), <ActionBadge key="action" entry={operation} />],
    [t('labels.user'), <OperationAuthor key="person" entry={operation} />],
    [
      t('labels.time'),
      <Fragment key="time">
        <OperationTime entry={operation} /> · <BothDates value={operation.performed_at} />
      </Fragment>,
    ],
  ] as const;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 5, rowGap: 1.5 }}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <SecondaryText component="dt">{name}</SecondaryText>
            <Typography component="dd" variant="body2" sx={{ m: 0 }}>
              {value}
            </Typography>
          </div>
        ))}
      </Box>
      {undone_by === null ? (
        <StateChips entry={operation} />
      ) : (
        <Alert severity="warning">{t('audit.undoneBy', { name: undone_by })}</Alert>
      )}
      {undo_of !== null && (
        <Link component={RouterLink} to={linkTo(undo_of)} sx={{ justifySelf: 'start', py: 1 }}>
          {t('audit.undoOf')}
        </Link>
      )}
    </Box>
  );
}
