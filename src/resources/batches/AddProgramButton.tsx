import Add from '@mui/icons-material/Add';
import { useCreatePath, useGetList } from 'react-admin';
import { t } from '../../i18n/text';
import { LinkButton } from '../../ui/page/LinkButton';

export function AddProgramButton() {
  const createPath = useCreatePath();
  const to = createPath({ resource: 'programs', type: 'create' });
  return <LinkButton to={to} variant="contained" startIcon={<Add />} label={t('programs.add')} />;
}

/** True until the programmes are loaded. */
export function useHasPrograms(): boolean {
  const { total } = useGetList('programs', {
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'id', order: 'ASC' },
  });
  return total !== 0;
}
