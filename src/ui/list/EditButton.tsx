import Edit from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useCreatePath, useRecordContext, useResourceContext } from 'react-admin';
import { Link } from 'react-router';
import { useText } from '../../i18n/useText';

/** To the edit form of the record around it. */
export function EditButton({ name }: { name: string }) {
  const t = useText();
  const record = useRecordContext();
  const resource = useResourceContext();
  const createPath = useCreatePath();
  if (!record || !resource) return null;
  return (
    <Tooltip title={t('ui.edit')}>
      <IconButton
        component={Link}
        to={createPath({ resource, id: record.id, type: 'edit' })}
        aria-label={t('ui.editOf', { name })}
        color="primary"
      >
        <Edit fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
