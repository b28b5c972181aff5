import Box from '@mui/material/Box';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { useText } from '../../../i18n/useText';
import { longestItem } from './curriculumModel';

interface CurriculumItemProps {
  /** From 0. */
  place: number;
  text: string;
  isMarked: boolean;
  onMark: (place: number, isWanted: boolean) => void;
  onChange: (place: number, text: string) => void;
}

/**
 * One item; its text is a button that turns into a field. Made of plain elements, since there may be two thousand.
 */
export const CurriculumItem = memo(function CurriculumItem(props: CurriculumItemProps) {
  const { place, text, isMarked, onMark, onChange } = props;
  const t = useText();
  const [typed, setTyped] = useState<string | null>(null);
  // The keyboard goes on from the text that was changed.
  const isByKey = useRef(false);
  const finish = (kept: string | null) => {
    if (kept !== null && kept !== text) onChange(place, kept);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Neither sends the form nor closes the dialog.
    event.preventDefault();
    event.stopPropagation();
    isByKey.current = true;
    finish(event.key === 'Enter' ? typed : null);
  };
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'stretch',
        borderTop: 1,
        borderColor: 'divider',
        contentVisibility: 'auto',
        containIntrinsicSize: 'auto 44px',
        '& > *': { minHeight: 44 },
        '& input, & button': { font: 'inherit', color: 'inherit' },
        '&:hover': { backgroundColor: 'action.hover' },
      }}
    >
      <Box
        component="label"
        sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 1.5, cursor: 'pointer' }}
      >
        <Box
          component="input"
          type="checkbox"
          checked={isMarked}
          onChange={(event) => onMark(place, event.target.checked)}
          aria-label={t('subjects.curriculum.selectItem', { item: text })}
          sx={{ width: 18, height: 18, m: 0, accentColor: (theme) => theme.palette.primary.main }}
        />
        <Box
          component="span"
          aria-hidden
          className="figure"
          sx={{ color: 'text.secondary', minWidth: '2.5ch' }}
        >
          {place + 1}
        </Box>
      </Box>
      {typed === null ? (
        <Box
          component="button"
          type="button"
          ref={(button: HTMLButtonElement | null) => {
            if (!button || !isByKey.current) return;
            isByKey.current = false;
            button.focus();
          }}
          aria-label={t('subjects.curriculum.editItem', { item: text })}
          onClick={() => setTyped(text)}
          sx={{
            flex: 1,
            minWidth: 0,
            p: 1,
            border: 0,
            background: 'none',
            textAlign: 'start',
            overflowWrap: 'anywhere',
            cursor: 'text',
          }}
        >
          {text}
        </Box>
      ) : (
        <Box
          component="input"
          autoFocus
          value={typed}
          maxLength={longestItem}
          aria-label={t('subjects.curriculum.itemText', { number: place + 1 })}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => finish(typed)}
          onKeyDown={onKeyDown}
          sx={{
            flex: 1,
            minWidth: 0,
            p: 1,
            border: 0,
            backgroundColor: 'background.default',
            outlineOffset: '-3px !important',
          }}
        />
      )}
    </Box>
  );
});
