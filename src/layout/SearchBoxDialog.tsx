import Close from '@mui/icons-material/Clear';
import { Alert, Box, IconButton, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../dataProvider/session';
import { t } from '../i18n/text';
import { Dialog } from '../ui/dialog/Dialog';
import { SearchOption } from '../ui/list/SearchOption';
import { SearchCombobox } from '../ui/list/SearchCombobox';
import { SecondaryText } from '../ui/page/SecondaryText';
import { problemMessage } from '../ui/page/problemMessage';
import { useIsPhone } from '../ui/page/useIsPhone';
import { type SearchResultGroup, useSearch } from './useSearch';

/** Arrow keys move through the results, Enter opens one, Escape closes the dialog. */
export default function SearchBoxDialog({ onClose }: { onClose: () => void }) {
  const isPhone = useIsPhone();
  const isStudent = useSession()?.user.role === 'student';
  const navigate = useNavigate();
  const listId = useId();
  const [searchText, setSearchText] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const { groups, error, isOutdated } = useSearch(searchText);
  const options = groups.flatMap(({ results }) => results);
  const chosenIndex = Math.min(activeIndex, options.length - 1);

  const open = (route: string | undefined) => {
    if (route === undefined) return;
    onClose();
    void navigate(route);
  };
  const hasNoResults = !isOutdated && !error && options.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isPhone}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': t('search.title') } }}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <Box sx={{ display: 'flex', gap: 1, p: 2, alignItems: 'center' }}>
        <SearchCombobox
          label={t('search.title')}
          placeholder={t('search.placeholder')}
          listId={listId}
          typed={searchText}
          onType={(text) => {
            setSearchText(text);
            setActiveIndex(0);
          }}
          count={options.length}
          activeIndex={chosenIndex}
          onMove={setActiveIndex}
          isStale={isOutdated}
          onChoose={(index) => open(options[index]?.route)}
        />
        <IconButton aria-label={t('ui.close')} onClick={onClose} edge="end">
          <Close />
        </IconButton>
      </Box>
      {Boolean(error) && (
        <Alert severity="error" sx={{ mx: 2 }}>
          {problemMessage(error, t('search.failed'))}
        </Alert>
      )}
      <SearchBoxResults
        id={listId}
        groups={groups}
        chosenIndex={chosenIndex}
        isOutdated={isOutdated}
        onPoint={setActiveIndex}
        onOpen={open}
      />
      <Typography role="status" color="text.secondary" sx={{ px: 2, pb: 2, '&:empty': { p: 0 } }}>
        {hasNoResults ? t('search.none') : isOutdated && options.length === 0 ? t('search.searching') : ''}
      </Typography>
      {!isPhone && (
        <SecondaryText variant="caption" sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
          {t('search.hint')}
          {!isStudent && ` ${t('search.actionHint')}`}
        </SecondaryText>
      )}
    </Dialog>
  );
}

interface SearchBoxResultsProps {
  id: string;
  groups: readonly SearchResultGroup[];
  /** Enter opens the option with this index. The index counts over all groups. */
  chosenIndex: number;
  isOutdated: boolean;
  onPoint: (index: number) => void;
  onOpen: (route: string) => void;
}

/** The focus stays in the text field. Its `aria-activedescendant` points to the selected option. */
function SearchBoxResults({ id, groups, chosenIndex, isOutdated, onPoint, onOpen }: SearchBoxResultsProps) {
  const firstIndexOf = (groupIndex: number) =>
    groups.slice(0, groupIndex).reduce((sum, { results }) => sum + results.length, 0);
  return (
    <Box
      id={id}
      role="listbox"
      aria-label={t('search.results')}
      aria-busy={isOutdated}
      sx={{ overflowY: 'auto', px: 1, pb: 1, maxHeight: { sm: '60vh' } }}
    >
      {groups.map(({ heading, results }, groupIndex) => (
        <Box key={heading} role="group" aria-labelledby={`${id}-group-${groupIndex}`}>
          <SecondaryText
            id={`${id}-group-${groupIndex}`}
            role="presentation"
            variant="caption"
            sx={{ display: 'block', px: 1, pt: 1, fontWeight: 600 }}
          >
            {heading}
          </SecondaryText>
          {results.map((result, index) => {
            const optionIndex = firstIndexOf(groupIndex) + index;
            return (
              <SearchOption
                key={result.key}
                id={`${id}-${optionIndex}`}
                label={result.label}
                detail={result.detail}
                isActive={optionIndex === chosenIndex}
                onPoint={() => onPoint(optionIndex)}
                onOpen={() => onOpen(result.route)}
              />
            );
          })}
        </Box>
      ))}
    </Box>
  );
}
