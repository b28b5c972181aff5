import { Box, Button, GlobalStyles, Paper, Typography } from '@mui/material';
import type { SystemStyleObject } from '@mui/system';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../i18n/text';
import { LeaveQuestion } from '../dialog/QuestionDialog';
import { isDialogOpen, isShortcut } from '../page/shortcut';

export interface UnsavedBarProps {
  /** Number of unsaved changes. `FormBar` counts the changed fields. */
  count: number;
  isSaving?: boolean;
  onCancel: () => void;
  /** False for a form whose cancel button leaves the page, because leaving already asks. */
  hasCancelQuestion?: boolean;
  /** Without `onSave`, the save button submits the surrounding form. */
  onSave?: () => void;
  saveLabel?: string;
  /** A new record can be saved without a change. */
  canAlwaysSave?: boolean;
  maxWidth?: number;
  secondSave?: ReactNode;
}

/** Ctrl+S saves. */
export function UnsavedBar({
  count,
  isSaving = false,
  onCancel,
  onSave,
  hasCancelQuestion = onSave !== undefined,
  saveLabel = t('ui.save'),
  canAlwaysSave = false,
  maxWidth,
  secondSave,
}: UnsavedBarProps) {
  const saveButton = useRef<HTMLButtonElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!isShortcut(event, 's')) return;
      event.preventDefault();
      if (!isDialogOpen()) saveButton.current?.click();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
  return (
    <StickyBar
      height={120}
      layout={{ mt: 1, ...(maxWidth && { maxWidth }), px: 2, py: 1, display: 'flex', flexWrap: 'wrap' }}
    >
      {/* On a phone, the text may have two lines beside the buttons, so that the bar keeps its height. */}
      <Typography
        role="status"
        color="text.secondary"
        sx={{ flex: count > 0 ? { xs: '1 1 6rem', sm: '1 1 12rem' } : 1, lineHeight: { xs: 1.35, sm: 1.7 } }}
      >
        {count > 0 ? t('ui.unsaved', { smart_count: count }) : ''}
      </Typography>
      <Box sx={buttonsStyle}>
        <Button
          onClick={() => (hasCancelQuestion && count > 0 ? setIsAsking(true) : onCancel())}
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
          disabled={isSaving || (count === 0 && !canAlwaysSave)}
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
          // The dialog must close before an invalid field gets the focus.
          flushSync(() => setIsAsking(false));
          saveButton.current?.click();
        }}
      />
    </StickyBar>
  );
}

/** On a phone four buttons have two lines, and no button breaks its words. */
const buttonsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  alignItems: 'center',
  justifyContent: 'flex-end',
  marginInlineStart: 'auto',
  '& .MuiButton-root': { whiteSpace: 'nowrap' },
} as const;

interface StickyBarProps {
  /** Height of the bar and its bottom margin in pixels. A focused field scrolls above the bar. */
  height: number;
  layout: SystemStyleObject;
  children: ReactNode;
}

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
      <GlobalStyles
        styles={{
          html: {
            scrollPaddingBottom: `${height}px`,
            // A toast stands above the bar.
            '--bottom-height': '64px',
            '@media (max-width: 599.95px)': { '--bottom-height': `${height}px` },
          },
        }}
      />
      {children}
    </Paper>
  );
}
