import { Box } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { SecondaryText } from '../page/SecondaryText';

interface SearchOptionProps {
  id: string;
  label: string;
  detail: string;
  /** Enter opens this option. */
  isActive: boolean;
  mark?: ReactNode;
  onPoint: () => void;
  onOpen: () => void;
}

/** The focus stays in the search box, which refers to the active option. */
export function SearchOption({ id, label, detail, isActive, mark, onPoint, onOpen }: SearchOptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isActive]);
  return (
    <Box
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onPoint}
      onClick={onOpen}
      sx={{
        px: 1,
        py: 0.75,
        minHeight: 44,
        borderRadius: 1,
        cursor: 'pointer',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1,
        alignItems: 'baseline',
        '&[aria-selected="true"]': {
          backgroundColor: 'action.selected',
          outline: '2px solid',
          outlineColor: (theme) => theme.palette.primary.main,
          outlineOffset: -2,
        },
      }}
    >
      <bdi>{label}</bdi>
      {detail && (
        <SecondaryText component="bdi" sx={{ overflowWrap: 'anywhere' }}>
          {detail}
        </SecondaryText>
      )}
      {mark}
    </Box>
  );
}
