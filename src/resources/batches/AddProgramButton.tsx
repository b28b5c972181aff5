import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useCreatePath } from 'react-admin';
import { Link } from 'react-router';
import { useText } from '../../i18n/useText';

/** What comes first where there is no programme yet. */
export function AddProgramButton() {
  const t = useText();
  const createPath = useCreatePath();
  const to = createPath({ resource: 'programs', type: 'create' });
  return (
    <Button component={Link} to={to} variant="contained" startIcon={<Add />}>
      {t('programs.add')}
    </Button>
  );
}
