import Check from '@mui/icons-material/Check';
import Close from '@mui/icons-material/Clear';
import { Alert, Box, Button, DialogActions, IconButton, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { filterRows } from '../../../contract/rules/arabicText';
import type { TeachingChoice } from '../../dataProvider/choices';
import { t } from '../../i18n/text';
import { Dialog } from '../../ui/dialog/Dialog';
import { SearchOption } from '../../ui/list/SearchOption';
import { SearchCombobox } from '../../ui/list/SearchCombobox';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { problemMessage } from '../../ui/page/problemMessage';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { allCircles, circleOrNull, type Recent, useRecents } from './recents';
import { LessonDayField, OfferingFilters } from './OfferingFilters';
import { TodayButton } from './TodayButton';
import type { TeachingContext } from './useTeachingContext';
import { useChoices } from './useChoices';

interface ChoiceLine {
  key: string;
  label: string;
  detail: string;
  isCurrent: boolean;
  choice: Recent;
}

interface Group {
  key: string;
  title: string;
  lines: ChoiceLine[];
}

interface ContextDialogProps {
  context: TeachingContext;
  onClose: () => void;
}

/** The button at the bottom switches to the lists of programme, batch and subject. */
export default function ContextDialog({ context, onClose }: ContextDialogProps) {
  const { day, fields, steps } = context;
  const isPhone = useIsPhone();
  const [isByStep, setIsByStep] = useState(false);
  const { field, list } = useSearchByName(context, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isPhone}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': t('teaching.chooser') } }}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <Box sx={{ display: 'flex', gap: 1, p: 2, alignItems: 'center', justifyContent: 'space-between' }}>
        {isByStep ? <Typography variant="h2">{t('teaching.byStep')}</Typography> : field}
        <IconButton aria-label={t('ui.close')} onClick={onClose} edge="end">
          <Close />
        </IconButton>
      </Box>
      {day && (
        <Box sx={{ px: 2, pb: 1, display: 'flex', alignItems: 'flex-start', gap: 1 }}>
          <LessonDayField day={day} batch={fields?.choice.batch} />
          <TodayButton day={day} />
        </Box>
      )}
      {isByStep ? (
        <Box sx={{ px: 2, pt: 1, pb: 2, flex: '1 1 auto', overflowY: 'auto' }}>
          {steps ?? (fields && <OfferingFilters {...fields} />)}
        </Box>
      ) : (
        list
      )}
      <DialogActions
        sx={{ borderTop: 1, borderColor: 'divider', py: 1, px: 1, justifyContent: 'flex-start' }}
      >
        <Button onClick={() => setIsByStep(!isByStep)}>
          {t(isByStep ? 'ui.search' : 'teaching.byStep')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function useSearchByName(
  context: TeachingContext,
  onClose: () => void,
): { field: ReactNode; list: ReactNode } {
  const { types, withCircles, day } = context;
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [pointedIndex, setPointedIndex] = useState(0);
  const choices = useChoices(typed, { types, withCircles, date: day?.date });
  const groups = useGroups(context, typed, choices.rows);
  const lines = groups.flatMap((group) => group.lines);
  const activeIndex = Math.min(pointedIndex, lines.length - 1);

  const choose = (line: ChoiceLine | undefined) => {
    if (!line) return;
    onClose();
    if (!line.isCurrent) context.onChoose(line.choice);
  };
  return {
    field: (
      <SearchCombobox
        label={t('teaching.chooser')}
        placeholder={t('teaching.searchCircles')}
        listId={listId}
        typed={typed}
        onType={(text) => {
          setTyped(text);
          setPointedIndex(0);
        }}
        count={lines.length}
        activeIndex={activeIndex}
        onMove={setPointedIndex}
        isStale={choices.isStale}
        onChoose={(index) => choose(lines[index])}
      />
    ),
    list: (
      // The list is focusable, so that the keyboard can scroll it while the search box is empty.
      <Box tabIndex={0} sx={{ overflowY: 'auto', flex: '1 1 auto', px: 1, pb: 1, maxHeight: { sm: '56vh' } }}>
        <Lines
          id={listId}
          groups={groups}
          activeIndex={activeIndex}
          isStale={choices.isStale}
          onPoint={setPointedIndex}
          onChoose={choose}
        />
        <SearchState choices={choices} isEmpty={lines.length === 0} />
      </Box>
    ),
  };
}

interface SearchStateProps {
  choices: ReturnType<typeof useChoices>;
  isEmpty: boolean;
}

function SearchState({
  choices: { error, retry, isStale, isFetching, hasMore, loadMore },
  isEmpty,
}: SearchStateProps) {
  const state = isStale ? t('ui.loading') : t('ui.noResultsTitle');
  return (
    <>
      {Boolean(error) && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={() => void retry()}>
              {t('ui.tryAgain')}
            </Button>
          }
        >
          {problemMessage(error, t('ui.loadFailed'))}
        </Alert>
      )}
      <Typography role="status" color="text.secondary" sx={{ p: 1, '&:empty': { p: 0 } }}>
        {isEmpty && !error ? state : ''}
      </Typography>
      {hasMore && (
        <Button fullWidth disabled={isFetching} onClick={loadMore}>
          {t('teaching.moreChoices')}
        </Button>
      )}
    </>
  );
}

/** Recent choices come first, then all other choices by batch. */
function useGroups(context: TeachingContext, typed: string, rows: readonly TeachingChoice[]): Group[] {
  const { recents } = useRecents();
  const { types, withCircles, current } = context;
  const isCurrent = ({ subject_code, circle }: Recent) =>
    subject_code === current?.subject_code &&
    (!withCircles || circleOrNull(circle) === circleOrNull(current.circle));
  const recent = recents
    .filter(({ type }) => types?.some((one) => one === type) ?? true)
    .filter(
      (candidate, index, recentChoices) =>
        withCircles ||
        index === recentChoices.findIndex(({ subject_id }) => subject_id === candidate.subject_id),
    )
    .filter((one) => !isCurrent(one));
  const recentLines = filterRows(recent, typed, ({ name, subject_code, batch_name, circle_name }) => [
    name,
    subject_code,
    batch_name,
    ...(circle_name ? [circle_name] : []),
  ]).map((choice): ChoiceLine => {
    const { label, detail } = choiceLabels(choice, withCircles);
    const key = `recent ${choice.subject_code} ${choice.circle}`;
    return {
      key,
      label,
      detail: [detail, choice.batch_name].filter(Boolean).join(' · '),
      isCurrent: false,
      choice,
    };
  });
  const groups: Group[] =
    recentLines.length > 0 ? [{ key: 'recent', title: t('teaching.recent'), lines: recentLines }] : [];
  const subjectsWithCircles = new Set(
    rows.flatMap(({ circle_id, subject_id }) => (circle_id === null ? [] : subject_id)),
  );
  for (const { circle_id, ...row } of rows) {
    const wholeSubject = subjectsWithCircles.has(row.subject_id) ? allCircles : null;
    const choice = { ...row, circle: circle_id === null ? wholeSubject : String(circle_id) };
    const line = {
      key: `${row.subject_id} ${circle_id}`,
      ...choiceLabels(choice, withCircles),
      isCurrent: isCurrent(choice),
      choice,
    };
    const group = groups.at(-1);
    const key = String(row.batch_id);
    if (group?.key === key) group.lines.push(line);
    else groups.push({ key, title: row.batch_name, lines: [line] });
  }
  return groups;
}

const choiceLabels = ({ name, circle_name, subject_code }: Recent, withCircles: boolean) =>
  withCircles && circle_name !== null
    ? { label: circle_name, detail: name }
    : { label: name, detail: subject_code };

interface LinesProps {
  id: string;
  groups: readonly Group[];
  activeIndex: number;
  isStale: boolean;
  onPoint: (index: number) => void;
  onChoose: (line: ChoiceLine) => void;
}

function Lines({ id, groups, activeIndex, isStale, onPoint, onChoose }: LinesProps) {
  const firstIndex = (group: number) =>
    groups.slice(0, group).reduce((sum, { lines }) => sum + lines.length, 0);
  const renderOption = (line: ChoiceLine, index: number): ReactNode => (
    <SearchOption
      key={line.key}
      id={`${id}-${index}`}
      label={line.label}
      detail={line.detail}
      isActive={index === activeIndex}
      mark={line.isCurrent && <Check color="primary" sx={checkStyle} />}
      onPoint={() => onPoint(index)}
      onOpen={() => onChoose(line)}
    />
  );
  return (
    <Box id={id} role="listbox" aria-label={t('search.results')} aria-busy={isStale}>
      {groups.map(({ key, title, lines }, group) => (
        <Box key={key} role="group" aria-labelledby={`${id}-${key}`}>
          <SecondaryText
            id={`${id}-${key}`}
            role="presentation"
            variant="caption"
            sx={{ display: 'block', px: 1, pt: 1, fontWeight: 600 }}
          >
            <bdi>{title}</bdi>
          </SecondaryText>
          {lines.map((line, offset) => renderOption(line, firstIndex(group) + offset))}
        </Box>
      ))}
    </Box>
  );
}

const checkStyle = { alignSelf: 'center', marginInlineStart: 'auto', fontSize: 20 };
