import Edit from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { Assignment } from '../../../../contract/assignments';
import { useText } from '../../../i18n/useText';
import { StaleDialog } from '../../../ui/form/StaleDialog';
import { useTitleEdit } from './useTitleEdit';

/** The title of the page; Enter saves another one, Escape leaves it as it was. */
export function TitleInPlace({ assignment, isDisabled }: { assignment: Assignment; isDisabled: boolean }) {
  const t = useText();
  const { title } = assignment;
  const { typed, type, save, leave, isPending, stale } = useTitleEdit(assignment);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, flexWrap: 'wrap', mb: 0.5 }}>
      {/* The heading stays the heading of the page, also while its text is being changed. */}
      <Typography
        variant="h1"
        tabIndex={-1}
        sx={{ minWidth: 0, overflowWrap: 'anywhere', ...(typed !== null && { display: 'none' }) }}
      >
        <bdi>{title}</bdi>
      </Typography>
      {typed === null ? (
        <Tooltip title={t('assignments.editTitle')}>
          <span>
            <IconButton
              aria-label={t('assignments.editTitle')}
              disabled={isDisabled}
              onClick={() => type(title)}
            >
              <Edit fontSize="small" />
            </IconButton>
          </span>
        </Tooltip>
      ) : (
        <Box
          component="form"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
          sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', flex: 1, minWidth: 0 }}
        >
          <TextField
            label={t('assignments.name')}
            value={typed}
            autoFocus
            onChange={({ target }) => type(target.value)}
            onKeyDown={({ key }) => key === 'Escape' && leave()}
            sx={{ flex: '1 1 14rem' }}
            slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' } }}
          />
          <Button type="submit" variant="contained" disabled={isPending || typed.trim() === ''}>
            {t('ui.save')}
          </Button>
          <Button onClick={leave}>{t('ui.cancel')}</Button>
        </Box>
      )}
      {stale && (
        <StaleDialog
          {...stale}
          key={String(stale.theirs['version'])}
          fields={[{ name: 'title', label: t('assignments.name') }]}
          isSaving={isPending}
        />
      )}
    </Box>
  );
}
