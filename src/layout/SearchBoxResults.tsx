import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useText } from '../i18n/useText';
import type { Found, FoundGroup } from './useSearch';

interface SearchBoxResultsProps {
  id: string;
  groups: readonly FoundGroup[];
  /** The option that Enter opens, counted over all groups. */
  chosen: number;
  isBehind: boolean;
  onPoint: (index: number) => void;
  onOpen: (route: string) => void;
}

/** The list under the box. The focus stays in the box, which names the chosen option. */
export function SearchBoxResults({ id, groups, chosen, isBehind, onPoint, onOpen }: SearchBoxResultsProps) {
  const t = useText();
  const startOf = (group: number) =>
    groups.slice(0, group).reduce((sum, { results }) => sum + results.length, 0);
  return (
    <Box
      id={id}
      role="listbox"
      aria-label={t('search.results')}
      aria-busy={isBehind}
      sx={{ overflowY: 'auto', px: 1, pb: 1, maxHeight: { sm: '60vh' } }}
    >
      {groups.map(({ kind, results }, group) => (
        <Box key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
          <Typography
            id={`${id}-${kind}`}
            role="presentation"
            variant="caption"
            color="text.secondary"
            sx={{ display: 'block', px: 1, pt: 1, fontWeight: 600 }}
          >
            {t(`search.kinds.${kind}`)}
          </Typography>
          {results.map((found, index) => {
            const place = startOf(group) + index;
            return (
              <Option
                key={found.key}
                id={`${id}-${place}`}
                found={found}
                isChosen={place === chosen}
                onPoint={() => onPoint(place)}
                onOpen={() => onOpen(found.route)}
              />
            );
          })}
        </Box>
      ))}
    </Box>
  );
}

interface OptionProps {
  id: string;
  found: Found;
  isChosen: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

function Option({ id, found: { label, detail }, isChosen, onPoint, onOpen }: OptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isChosen]);
  return (
    <Box
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
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
        <Typography component="bdi" variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Typography>
      )}
    </Box>
  );
}
