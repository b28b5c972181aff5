import FileUpload from '@mui/icons-material/FileUploadOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { ImportType } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';

/** To the import centre, with the type of the list chosen. */
export function ImportLink({ type }: { type: ImportType }) {
  const t = useText();
  return (
    <Button component={Link} to={`/import?type=${type}`} variant="outlined" startIcon={<FileUpload />}>
      {t('imports.listButton')}
    </Button>
  );
}
