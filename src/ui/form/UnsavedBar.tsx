import { Box, Button, GlobalStyles, Paper, Typography } from '@mui/material';
import type { SystemStyleObject } from '@mui/system';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSaveContext } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { LeaveQuestion } from '../dialog/QuestionDialog';
import { isDialogOpen, isShortcut } from '../page/shortcut';

interface UnsavedBarProps {
  /** Number of unsaved changes; inside a form it counts the changed fields itself. */
  count: number;
  isSaving?: boolean;
  onCancel: () => void;
  /** Whether cancelling asks what becomes of unsaved changes; a form that leaves its screen is asked there. */
  asksToCancel?: boolean;
  /** Without it the save button submits the form that the bar is in. */
  onSave?: () => void;
  saveLabel?: string;
  /** It can be saved without a change: a form that adds a record. */
  isSaveAlwaysOn?: boolean;
  maxWidth?: number;
  /** A second save button, before the main one. */
  secondSave?: ReactNode;
}

/** A bar at the bottom while there are unsaved changes. Ctrl+S saves. */
export function UnsavedBar({
  count,
  isSaving = false,
  onCancel,
  onSave,
  asksToCancel = onSave !== undefined,
  saveLabel = t('ui.save'),
  isSaveAlwaysOn = false,
  maxWidth,
  secondSave,
}: UnsavedBarProps) {
  const saveButton = useRef<HTMLButtonElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event, 's')) return;
      // Prevents the browser from saving the page as a file.
      event.preventDefault();
      if (!isDialogOpen()) saveButton.current?.click();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <StickyBar
      height={120}
      layout={{ mt: 1, ...(maxWidth && { maxWidth }), px: 2, py: 1, display: 'flex', flexWrap: 'wrap' }}
    >
      <Typography role="status" color="text.secondary" sx={{ flex: count > 0 ? '1 1 12rem' : 1 }}>
        {count > 0 ? t('ui.unsaved', { smart_count: count }) : ''}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', marginInlineStart: 'auto' }}>
        <Button
          onClick={() => (asksToCancel && count > 0 ? setIsAsking(true) : onCancel())}
          disabled={isSaving}
        >
          {t('ui.cancel')}
        </Button>
        {secondSave}
        <Button
          ref={saveButton}
          type={onSave ? 'button' : 'submit'}
          variant="contained"
          onClick={onSave}
          disabled={isSaving || (count === 0 && !isSaveAlwaysOn)}
          aria-busy={isSaving}
          aria-keyshortcuts="Control+S"
        >
          {isSaving ? t('ui.saving') : saveLabel}
        </Button>
      </Box>
      <LeaveQuestion
        isOpen={isAsking}
        onStay={() => setIsAsking(false)}
        onLeave={() => {
          setIsAsking(false);
          onCancel();
        }}
        saveLabel={saveLabel}
        onSave={() => {
          // The question is closed before a field with a problem gets the focus.
          flushSync(() => setIsAsking(false));
          saveButton.current?.click();
        }}
      />
    </StickyBar>
  );
}

/** The same bar inside a react-admin form: counts the changed fields and submits the form. */
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

interface StickyBarProps {
  /** Height of the bar and of the space below it, in pixels: the focused field is scrolled above the bar, not behind it. */
  height: number;
  /** Styles of the bar. */
  layout: SystemStyleObject;
  children: ReactNode;
}

/** A bar that stays at the bottom of the page. */
export function StickyBar({ height, layout, children }: StickyBarProps) {
  return (
    <Paper
      variant="outlined"
      className="no-print"
      sx={{
        position: 'sticky',
        bottom: { xs: 0, sm: 8 },
        zIndex: 2,
        gap: 1,
        alignItems: 'center',
        borderRadius: 1.5,
        ...layout,
      }}
    >
      <GlobalStyles styles={{ html: { scrollPaddingBlock: `${sizes.topBar + 8}px ${height}px` } }} />
      {children}
    </Paper>
  );
}
