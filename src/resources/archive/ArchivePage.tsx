import Cleanup from '@mui/icons-material/DeleteSweepOutlined';
import History from '@mui/icons-material/History';
import Lock from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useSession } from '../../dataProvider/session';
import { useText } from '../../i18n/useText';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { ArchiveCards } from './ArchiveCards';
import { ArchiveContent } from './ArchiveContent';
import { ArchiveFilters } from './ArchiveFilters';

/** What was deleted and can be brought back. Others than admins are told so here (decision 32). */
export default function ArchivePage() {
  const t = useText();
  if (useSession()?.user.role !== 'admin') return <NotAuthorized />;
  return (
    <Page
      title={t('archive.title')}
      subtitle={t('archive.subtitle')}
      action={<Links />}
      cards={<ArchiveCards />}
      filters={<ArchiveFilters />}
    >
      <ArchiveContent />
    </Page>
  );
}

/** Where else deletions are made and seen. The audit trail is an addition: shown where the server is ours. */
function Links() {
  const t = useText();
  const { hasRanges } = useServerFeatures();
  return (
    <>
      <Button component={Link} to="/cleanup" variant="outlined" startIcon={<Cleanup />}>
        {t('cleanup.title')}
      </Button>
      {hasRanges === true && (
        <Button component={Link} to="/audit" variant="outlined" startIcon={<History />}>
          {t('audit.title')}
        </Button>
      )}
    </>
  );
}

function NotAuthorized() {
  const t = useText();
  return (
    <Page title={t('archive.title')}>
      <EmptyState
        icon={<Lock />}
        title={t('archive.notAuthorizedTitle')}
        text={t('archive.notAuthorizedText')}
        action={
          <Button component={Link} to="/dashboard" variant="contained">
            {t('shell.toDashboard')}
          </Button>
        }
      />
    </Page>
  );
}
