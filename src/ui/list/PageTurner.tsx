import { Button, Stack } from '@mui/material';
import { t } from '../../i18n/text';
import { SecondaryText } from '../page/SecondaryText';

interface PageTurnerProps {
  page: number;
  pages: number;
  onTurn: (page: number) => void;
}

export function PageTurner({ page, pages, onTurn }: PageTurnerProps) {
  if (pages <= 1) return null;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1, mt: 1 }}>
      <Button disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        {t('ui.previousPage')}
      </Button>
      <SecondaryText role="status">
        <bdi>{t('ui.pageOf', { page, pages })}</bdi>
      </SecondaryText>
      <Button disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        {t('ui.nextPage')}
      </Button>
    </Stack>
  );
}
