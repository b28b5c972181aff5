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
import { type CurriculumForm, maxItemLength, moveItems, replaceItem, removeItems } from './curriculumModel';

export function CurriculumItems() {
  const { items, selected, toggleItem, toggleAll, changeItem, move, remove, isDeleteOpen, setIsDeleteOpen } =
    useCurriculumItems();
  const count = selected.size;
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
              onChange={toggleAll}
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
              <Button
                color="error"
                startIcon={<Delete />}
                disabled={count === 0}
                onClick={() => setIsDeleteOpen(true)}
              >
                {t('subjects.curriculum.deleteSelected')}
              </Button>
            </Stack>
          </>
        )}
      </Stack>
      {items.length > 0 && (
        <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 320, overflowY: 'auto' }}>
          {items.map((text, index) => (
            // Two items may have the same text, so the index identifies them.
            // oxlint-disable-next-line react/no-array-index-key
            <CurriculumItem
              key={index}
              index={index}
              text={text}
              isSelected={selected.has(index)}
              onToggle={toggleItem}
              onChange={changeItem}
            />
          ))}
        </Box>
      )}
      <ConfirmDelete
        isOpen={isDeleteOpen}
        question={t('subjects.curriculum.deleteSelectedQuestion', { smart_count: count })}
        onConfirm={remove}
        onClose={() => setIsDeleteOpen(false)}
      />
    </Box>
  );
}

const noIndexes: ReadonlySet<number> = new Set();

function useCurriculumItems() {
  const { field } = useController<CurriculumForm, 'curriculum_items'>({ name: 'curriculum_items' });
  const [selected, setSelected] = useState(noIndexes);
  const [isDeleteOpen, setIsDeleteOpen] = useState(false);
  const items = field.value;
  const latestField = useRef(field);
  useEffect(() => {
    latestField.current = field;
  });

  // The callbacks are stable, so that an unchanged item does not render again.
  const toggleItem = useCallback((index: number, isSelected: boolean) => {
    setSelected((previous) => {
      const next = new Set(previous);
      if (isSelected) next.add(index);
      else next.delete(index);
      return next;
    });
  }, []);
  const changeItem = useCallback((index: number, text: string) => {
    latestField.current.onChange(replaceItem(latestField.current.value, index, text));
  }, []);

  const move = (direction: -1 | 1) => {
    const result = moveItems(items, selected, direction);
    field.onChange(result.items);
    setSelected(result.indexes);
  };
  const remove = () => {
    field.onChange(removeItems(items, selected));
    setSelected(noIndexes);
    setIsDeleteOpen(false);
  };
  const toggleAll = (isSelected: boolean) => setSelected(isSelected ? new Set(items.keys()) : noIndexes);
  return { items, selected, toggleItem, toggleAll, changeItem, move, remove, isDeleteOpen, setIsDeleteOpen };
}

interface CurriculumItemProps {
  index: number;
  text: string;
  isSelected: boolean;
  onToggle: (index: number, isSelected: boolean) => void;
  onChange: (index: number, text: string) => void;
}

/** Uses plain elements instead of MUI, because a list may have two thousand items. */
const CurriculumItem = memo(function CurriculumItem(props: CurriculumItemProps) {
  const { index, text, isSelected, onToggle, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  // After an edit by keyboard, the focus returns to the text.
  const isKeyboardEdit = useRef(false);
  const finish = (newText: string | null) => {
    if (newText !== null && newText !== text) onChange(index, newText);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Enter must not submit the form, and Escape must not close the dialog.
    event.preventDefault();
    event.stopPropagation();
    isKeyboardEdit.current = true;
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
          checked={isSelected}
          onChange={(event) => onToggle(index, event.target.checked)}
          aria-label={t('subjects.curriculum.selectItem', { item: text })}
          sx={{ width: 18, height: 18, m: 0, accentColor: (theme) => theme.palette.primary.main }}
        />
        <Box
          component="span"
          aria-hidden
          className="figure"
          sx={{ color: 'text.secondary', minWidth: '2.5ch' }}
        >
          {index + 1}
        </Box>
      </Box>
      {typed === null ? (
        <Box
          component="button"
          type="button"
          ref={(button: HTMLButtonElement | null) => {
            if (!button || !isKeyboardEdit.current) return;
            isKeyboardEdit.current = false;
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
          maxLength={maxItemLength}
          aria-label={t('subjects.curriculum.itemText', { number: index + 1 })}
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
