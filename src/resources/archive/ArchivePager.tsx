import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useText } from '../../i18n/useText';

interface ArchivePagerProps {
  page: number;
  totalPages: number;
  onChange: (page: number) => void;
}

export function ArchivePager({ page, totalPages, onChange }: ArchivePagerProps) {
  const t = useText();
  // An address may ask for a page that is no longer there.
  const previous = Math.min(page - 1, totalPages);
  return (
    <Stack
      component="nav"
      aria-label={t('archive.pages')}
      direction="row"
      sx={{ mt: 2, gap: 2, alignItems: 'center', justifyContent: 'center' }}
    >
      <Button variant="outlined" disabled={page <= 1} onClick={() => onChange(previous)}>
        {t('archive.previous')}
      </Button>
      <Typography className="figure" role="status">
        {t('archive.pageOf', { page, total: totalPages })}
      </Typography>
      <Button variant="outlined" disabled={page >= totalPages} onClick={() => onChange(page + 1)}>
        {t('archive.next')}
      </Button>
    </Stack>
  );
}
