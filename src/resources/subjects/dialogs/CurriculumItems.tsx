import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Delete from '@mui/icons-material/DeleteOutlined';
import { Box, Button, Stack, Typography } from '@mui/material';
import { type KeyboardEvent, memo, useCallback, useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { t } from '../../../i18n/text';
import { CheckField } from '../../../ui/form/CheckField';
import { ConfirmDelete } from '../../../ui/dialog/ConfirmDelete';
import { IconAction } from '../../../ui/page/IconAction';
import { type CurriculumForm, longestItem, moved, withItem, withoutItems } from './curriculumModel';

/** The fixed list: its items can be selected, edited in place, moved and deleted. */
export function CurriculumItems() {
  const { items, marked, mark, markAll, change, move, remove, question, ask } = useCurriculumItems();
  const count = marked.size;
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1.5, overflow: 'hidden' }}>
      <Stack
        direction="row"
        sx={{
          gap: 1,
          px: 1.5,
          py: 0.5,
          alignItems: 'center',
          flexWrap: 'wrap',
          backgroundColor: 'action.hover',
        }}
      >
        <Typography role="status" sx={{ fontWeight: 600, flex: '1 1 6rem' }}>
          {t('subjects.curriculum.items', { smart_count: items.length })}
        </Typography>
        {items.length > 0 && (
          <>
            <CheckField
              checked={count === items.length}
              indeterminate={count > 0 && count < items.length}
              onChange={markAll}
              label={t('subjects.curriculum.selectAll')}
            />
            <Stack direction="row" sx={{ alignItems: 'center' }}>
              <IconAction
                title={t('subjects.curriculum.moveUp')}
                disabled={count === 0}
                onClick={() => move(-1)}
              >
                <ArrowUpward fontSize="small" />
              </IconAction>
              <IconAction
                title={t('subjects.curriculum.moveDown')}
                disabled={count === 0}
                onClick={() => move(1)}
              >
                <ArrowDownward fontSize="small" />
              </IconAction>
              <Button color="error" startIcon={<Delete />} disabled={count === 0} onClick={() => ask(true)}>
                {t('subjects.curriculum.deleteSelected')}
              </Button>
            </Stack>
          </>
        )}
      </Stack>
      {items.length > 0 && (
        <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 320, overflowY: 'auto' }}>
          {items.map((text, place) => (
            // Two items may have the same text, so the index identifies them.
            // oxlint-disable-next-line react/no-array-index-key
            <CurriculumItem
              key={place}
              place={place}
              text={text}
              isMarked={marked.has(place)}
              onMark={mark}
              onChange={change}
            />
          ))}
        </Box>
      )}
      <ConfirmDelete
        isOpen={question}
        question={t('subjects.curriculum.deleteSelectedQuestion', { smart_count: count })}
        onConfirm={remove}
        onClose={() => ask(false)}
      />
    </Box>
  );
}

const nothing: ReadonlySet<number> = new Set();

/** The list in the form, and the selected indexes. */
function useCurriculumItems() {
  const { field } = useController<CurriculumForm, 'curriculum_items'>({ name: 'curriculum_items' });
  const [marked, setMarked] = useState(nothing);
  const [question, ask] = useState(false);
  const items = field.value;
  const latest = useRef(field);
  useEffect(() => {
    latest.current = field;
  });

  // Both keep their identity, so that an unchanged item does not render again.
  const mark = useCallback((place: number, isWanted: boolean) => {
    setMarked((before) => {
      const now = new Set(before);
      if (isWanted) now.add(place);
      else now.delete(place);
      return now;
    });
  }, []);
  const change = useCallback((place: number, text: string) => {
    latest.current.onChange(withItem(latest.current.value, place, text));
  }, []);

  const move = (direction: -1 | 1) => {
    const result = moved(items, marked, direction);
    field.onChange(result.items);
    setMarked(result.places);
  };
  const remove = () => {
    field.onChange(withoutItems(items, marked));
    setMarked(nothing);
    ask(false);
  };
  const markAll = (isWanted: boolean) => setMarked(isWanted ? new Set(items.keys()) : nothing);
  return { items, marked, mark, markAll, change, move, remove, question, ask };
}

interface CurriculumItemProps {
  /** From 0. */
  place: number;
  text: string;
  isMarked: boolean;
  onMark: (place: number, isWanted: boolean) => void;
  onChange: (place: number, text: string) => void;
}

/** One item; its text is a button that turns into a field. Plain HTML elements, because there may be two thousand. */
const CurriculumItem = memo(function CurriculumItem(props: CurriculumItemProps) {
  const { place, text, isMarked, onMark, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  // After an edit by keyboard, the focus returns to the text.
  const isByKey = useRef(false);
  const finish = (kept: string | null) => {
    if (kept !== null && kept !== text) onChange(place, kept);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Must not submit the form or close the dialog.
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
