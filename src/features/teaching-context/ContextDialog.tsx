import Check from '@mui/icons-material/Check';
import Close from '@mui/icons-material/Clear';
import { Alert, Box, Button, DialogActions, IconButton, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { filterRows } from '../../../contract/rules/arabicText';
import type { TeachingChoice } from '../../dataProvider/choices';
import { t } from '../../i18n/text';
import { Dialog } from '../../ui/dialog/Dialog';
import { FoundOption } from '../../ui/list/FoundOption';
import { SearchCombobox } from '../../ui/list/SearchCombobox';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { allCircles, oneCircle, type Recent, useRecents } from './recents';
import { TodayButton } from './TodayButton';
import type { TeachingContext } from './useTeachingContext';
import { useChoices } from './useChoices';

interface Line {
  key: string;
  label: string;
  detail: string;
  isCurrent: boolean;
  choice: Recent;
}

interface Group {
  key: string;
  title: string;
  lines: Line[];
}

interface ContextDialogProps {
  context: TeachingContext;
  onClose: () => void;
}

/**
 * What a teaching screen is about, out of any number: a few letters typed, arrows and Enter; what was chosen before
 * comes first. Who wants them has the three lists, one after the other.
 */
export default function ContextDialog({ context, onClose }: ContextDialogProps) {
  const { day, dayField, steps } = context;
  const isPhone = useIsPhone();
  const [isByStep, setIsByStep] = useState(false);
  const { field, list } = useByName(context, onClose);
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
          {dayField}
          <TodayButton day={day} />
        </Box>
      )}
      {isByStep ? <Box sx={{ px: 2, pt: 1, pb: 2, flex: '1 1 auto', overflowY: 'auto' }}>{steps}</Box> : list}
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

/** The box to type in, and what it finds: arrows move, Enter chooses. */
function useByName(context: TeachingContext, onClose: () => void): { field: ReactNode; list: ReactNode } {
  const { types, withCircles, day } = context;
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const found = useChoices(typed, { types, withCircles, date: day?.date });
  const groups = useGroups(context, typed, found.rows);
  const lines = groups.flatMap((group) => group.lines);
  const chosen = Math.min(active, lines.length - 1);

  const choose = (line: Line | undefined) => {
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
          setActive(0);
        }}
        count={lines.length}
        active={chosen}
        onMove={setActive}
        isBehind={found.isBehind}
        onChoose={(index) => choose(lines[index])}
      />
    ),
    list: (
      // In the order of the keyboard, or who has no pointer could not scroll it while the box above is empty.
      <Box tabIndex={0} sx={{ overflowY: 'auto', flex: '1 1 auto', px: 1, pb: 1, maxHeight: { sm: '56vh' } }}>
        <Lines
          id={listId}
          groups={groups}
          chosen={chosen}
          isBehind={found.isBehind}
          onPoint={setActive}
          onChoose={choose}
        />
        <FoundState found={found} isEmpty={lines.length === 0} />
      </Box>
    ),
  };
}

interface FoundStateProps {
  found: ReturnType<typeof useChoices>;
  isEmpty: boolean;
}

/** Below what is found: that there is nothing, or more, or that it could not be read. */
function FoundState({
  found: { error, retry, isBehind, isFetching, hasMore, readMore },
  isEmpty,
}: FoundStateProps) {
  const state = isBehind ? t('ui.loading') : t('ui.noResultsTitle');
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
          {sentenceOf(error, t('ui.loadFailed'))}
        </Alert>
      )}
      <Typography role="status" color="text.secondary" sx={{ p: 1, '&:empty': { p: 0 } }}>
        {isEmpty && !error ? state : ''}
      </Typography>
      {hasMore && (
        <Button fullWidth disabled={isFetching} onClick={readMore}>
          {t('teaching.moreChoices')}
        </Button>
      )}
    </>
  );
}

/** What was chosen before and fits, and all others by batch. */
function useGroups(context: TeachingContext, typed: string, rows: readonly TeachingChoice[]): Group[] {
  const { recents } = useRecents();
  const { types, withCircles, current } = context;
  const isCurrent = ({ subject_code, circle }: Recent) =>
    subject_code === current?.subject_code &&
    (!withCircles || oneCircle(circle) === oneCircle(current.circle));
  const recent = recents
    .filter(({ type }) => types?.some((one) => one === type) ?? true)
    .filter(
      (one, at, all) =>
        withCircles || at === all.findIndex(({ subject_id }) => subject_id === one.subject_id),
    )
    .filter((one) => !isCurrent(one));
  const before = filterRows(recent, typed, ({ name, subject_code, batch_name, circle_name }) => [
    name,
    subject_code,
    batch_name,
    ...(circle_name ? [circle_name] : []),
  ]).map((choice): Line => {
    const { label, detail } = wordsOf(choice, withCircles);
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
    before.length > 0 ? [{ key: 'recent', title: t('teaching.recent'), lines: before }] : [];
  const divided = new Set(
    rows.flatMap(({ circle_id, subject_id }) => (circle_id === null ? [] : subject_id)),
  );
  for (const { circle_id, ...row } of rows) {
    const whole = divided.has(row.subject_id) ? allCircles : null;
    const choice = { ...row, circle: circle_id === null ? whole : String(circle_id) };
    const line = {
      key: `${row.subject_id} ${circle_id}`,
      ...wordsOf(choice, withCircles),
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

const wordsOf = ({ name, circle_name, subject_code }: Recent, withCircles: boolean) =>
  withCircles && circle_name !== null
    ? { label: circle_name, detail: name }
    : { label: name, detail: subject_code };

interface LinesProps {
  id: string;
  groups: readonly Group[];
  /** Counted over all groups. */
  chosen: number;
  isBehind: boolean;
  onPoint: (index: number) => void;
  onChoose: (line: Line) => void;
}

function Lines({ id, groups, chosen, isBehind, onPoint, onChoose }: LinesProps) {
  const startOf = (group: number) => groups.slice(0, group).reduce((sum, { lines }) => sum + lines.length, 0);
  const option = (line: Line, place: number): ReactNode => (
    <FoundOption
      key={line.key}
      id={`${id}-${place}`}
      label={line.label}
      detail={line.detail}
      isChosen={place === chosen}
      mark={line.isCurrent && <Check color="primary" sx={current} />}
      onPoint={() => onPoint(place)}
      onOpen={() => onChoose(line)}
    />
  );
  return (
    <Box id={id} role="listbox" aria-label={t('search.results')} aria-busy={isBehind}>
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
          {lines.map((line, index) => option(line, startOf(group) + index))}
        </Box>
      ))}
    </Box>
  );
}

const current = { alignSelf: 'center', marginInlineStart: 'auto', fontSize: 20 };
