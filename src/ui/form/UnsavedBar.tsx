import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useSaveContext } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useText } from '../../i18n/useText';
import { StickyBar } from './StickyBar';

interface UnsavedBarProps {
  /** Number of unsaved changes; inside a form it counts the changed fields itself. */
  count: number;
  isSaving?: boolean;
  onCancel: () => void;
  /** Without it the save button sends the form around. */
  onSave?: () => void;
  saveLabel?: string;
  /** Saving makes sense even without a change: a form that adds a record. */
  isSaveAlwaysOn?: boolean;
  maxWidth?: number;
  /** Another way to save, before the main one. */
  secondSave?: ReactNode;
}

/** The bar that stays at the bottom while something is being changed. */
export function UnsavedBar({
  count,
  isSaving = false,
  onCancel,
  onSave,
  saveLabel,
  isSaveAlwaysOn = false,
  maxWidth,
  secondSave,
}: UnsavedBarProps) {
  const t = useText();
  return (
    <StickyBar
      height={120}
      layout={{ mt: 2, ...(maxWidth && { maxWidth }), px: 2, py: 1.5, display: 'flex', flexWrap: 'wrap' }}
    >
      <Typography role="status" color="text.secondary" sx={{ flex: count > 0 ? '1 1 12rem' : 1 }}>
        {count > 0 ? t('ui.unsaved', { smart_count: count }) : ''}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', marginInlineStart: 'auto' }}>
        <Button onClick={onCancel} disabled={isSaving}>
          {t('ui.cancel')}
        </Button>
        {secondSave}
        <Button
          type={onSave ? 'button' : 'submit'}
          variant="contained"
          onClick={onSave}
          disabled={isSaving || (count === 0 && !isSaveAlwaysOn)}
          aria-busy={isSaving}
        >
          {isSaving ? t('ui.saving') : (saveLabel ?? t('ui.save'))}
        </Button>
      </Box>
    </StickyBar>
  );
}

/** The same bar inside a react-admin form: counts the changed fields and sends the form. */
export function FormBar(props: Omit<UnsavedBarProps, 'count' | 'isSaving' | 'onSave'>) {
  const { dirtyFields, isSubmitting } = useFormState();
  const { saving } = useSaveContext();
  return (
    <UnsavedBar
      {...props}
      count={Object.keys(dirtyFields).length}
      isSaving={Boolean(saving) || isSubmitting}
    />
  );
}
