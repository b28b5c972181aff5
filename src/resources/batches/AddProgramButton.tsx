import Add from '@mui/icons-material/Add';
import { useCreatePath } from 'react-admin';
import { t } from '../../i18n/text';
import { useOnlyRecord } from '../../ui/form/useOnlyRecord';
import { LinkButton } from '../../ui/page/LinkButton';

export function AddProgramButton() {
  const createPath = useCreatePath();
  const to = createPath({ resource: 'programs', type: 'create' });
  return <LinkButton to={to} variant="contained" startIcon={<Add />} label={t('programs.add')} />;
}

/** True until the programmes are loaded. */
export function useHasPrograms(): boolean {
  return useOnlyRecord('programs').total !== 0;
}
