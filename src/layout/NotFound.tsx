import Explore from '@mui/icons-material/ExploreOffOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { useText } from '../i18n/useText';
import { Page } from '../ui/page/Page';
import { EmptyState } from '../ui/page/States';

export function NotFound() {
  const t = useText();
  return (
    <Page title={t('shell.notFoundTitle')}>
      <EmptyState
        icon={<Explore />}
        title={t('shell.notFoundTitle')}
        text={t('shell.notFoundText')}
        action={
          <Button component={Link} to="/dashboard" variant="contained">
            {t('shell.toDashboard')}
          </Button>
        }
      />
    </Page>
  );
}
