import { ListBase, useListContext } from 'react-admin';
import { useNavigate, useParams } from 'react-router';
import type { AuditEntry } from '../../../contract/audit';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useText } from '../../i18n/useText';
import { ListContent } from '../../ui/list/ListContent';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { AuditDialog } from './AuditDialog';
import { AuditFilters } from './AuditFilters';
import { AuditCard, AuditTable } from './AuditTable';
import { useAuditAddress } from './useAuditAddress';

/** Who did what, for admins; `/audit/12` opens one operation over the list. */
export default function AuditPage() {
  return (
    <ListBase resource="audit" sort={{ field: 'performed_at', order: 'DESC' }} perPage={25}>
      <AuditListPage />
    </ListBase>
  );
}

const asCard = (entry: AuditEntry) => <AuditCard entry={entry} />;

function AuditListPage() {
  const t = useText();
  const { error } = useListContext();
  const { id } = useParams();
  const navigate = useNavigate();
  const addressOf = useAuditAddress();
  // An addition: another server may lack it.
  if (error instanceof ApiProblem && error.isMissingCall)
    return (
      <Page title={t('audit.title')}>
        <EmptyState title={t('audit.missingTitle')} text={t('audit.missingText')} />
      </Page>
    );
  return (
    <Page title={t('audit.title')} subtitle={t('audit.subtitle')} filters={<AuditFilters />}>
      <ListContent<AuditEntry>
        failed={t('audit.loadFailed')}
        table={<AuditTable />}
        card={asCard}
        empty={<EmptyState title={t('audit.emptyTitle')} text={t('audit.emptyText')} />}
      />
      {id !== undefined && (
        <AuditDialog
          key={id}
          id={Number(id)}
          onClose={() => void navigate(addressOf(null), { replace: true })}
        />
      )}
    </Page>
  );
}
