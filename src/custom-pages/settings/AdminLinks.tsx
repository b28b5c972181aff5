import Cleanup from '@mui/icons-material/DeleteSweepOutlined';
import LinkStudents from '@mui/icons-material/LinkOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { useText } from '../../i18n/useText';

/** The screens of an admin that the navigation has no entry for. */
export function AdminLinks() {
  const t = useText();
  return (
    <>
      <Button component={Link} to="/link-students" variant="outlined" startIcon={<LinkStudents />}>
        {t('links.title')}
      </Button>
      <Button component={Link} to="/cleanup" variant="outlined" startIcon={<Cleanup />}>
        {t('cleanup.title')}
      </Button>
    </>
  );
}
