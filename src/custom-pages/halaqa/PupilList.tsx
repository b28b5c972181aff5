import Absent from '@mui/icons-material/EventBusyOutlined';
import Excused from '@mui/icons-material/EventNoteOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import Present from '@mui/icons-material/HowToRegOutlined';
import Done from '@mui/icons-material/Check';
import { Box, ButtonBase, Chip, ListItemIcon, Menu, MenuItem, Typography } from '@mui/material';
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { roundPages } from '../../../contract/rules/mushaf';
import {
  type AbsenceType,
  defaultAbsenceType,
  excusedAbsence,
  type RecordKindNames,
  recordResultNames,
} from '../../../contract/vocabulary';
import { halaqa as say } from '../../i18n/ar/halaqa';
import { t } from '../../i18n/text';
import { IconAction } from '../../ui/page/IconAction';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { useBackCloses } from '../../ui/page/overlays';
import {
  type Hearings,
  heardKinds,
  keyOf,
  openKinds,
  type Place,
  placeOf,
  places,
  type Pupil,
  taskKinds,
} from './halaqaModel';

interface PupilListProps {
  pupils: readonly Pupil[];
  names: RecordKindNames;
  drafts: Hearings;
  isSaving: boolean;
  /** The student who is heard. */
  open: string | null;
  onOpen: (pupil: Pupil) => void;
  /** @param type null: present */
  onPresence: (pupil: Pupil, type: AbsenceType | null) => void;
}

/** The students of the day: first those who wait, last the absent. */
export function PupilList({ pupils, ...row }: PupilListProps) {
  const id = useId();
  return places.map((place) => {
    const here = pupils.filter((pupil) => placeOf(pupil) === place);
    if (here.length === 0) return null;
    return (
      <Box component="section" key={place} aria-labelledby={`${id}${place}`}>
        <Typography id={`${id}${place}`} component="h2" variant="h3" sx={{ px: 0.5, mb: 0.5 }}>
          {say.places[place]} <SecondaryText component="span">{say.count(here.length)}</SecondaryText>
        </Typography>
        <Box component="ul" sx={list}>
          {here.map((pupil) => (
            <PupilRow key={pupil.id} pupil={pupil} place={place} {...row} />
          ))}
        </Box>
      </Box>
    );
  });
}

const list = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 };

type PupilRowProps = Omit<PupilListProps, 'pupils'> & { pupil: Pupil; place: Place };

function PupilRow({ pupil, place, names, drafts, isSaving, open, onOpen, onPresence }: PupilRowProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  useBackCloses(anchor !== null, close);
  const hold = useHold(() => pupil.isAbsent || onPresence(pupil, defaultAbsenceType));
  const draft = taskKinds.map((kind) => drafts[keyOf(pupil.id, kind)]).find(Boolean);
  const onWay = stateOnWay(pupil);
  const state = stateOf(pupil, place, names);
  const choose = (type: AbsenceType | null) => {
    close();
    onPresence(pupil, type);
  };
  return (
    <Box component="li" sx={{ ...line, ...(open === pupil.id && { borderColor: 'primary.main' }) }}>
      <ButtonBase
        aria-label={say.hear(pupil.name, state)}
        aria-current={open === pupil.id ? 'true' : undefined}
        {...hold.pointer}
        onClick={() => hold.wasHeld() || onOpen(pupil)}
        onContextMenu={(event) => {
          // A finger that rests opens the menu of the browser.
          event.preventDefault();
          if (!hold.isTouched()) setAnchor(event.currentTarget);
        }}
        sx={name}
      >
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography component="span" noWrap sx={{ display: 'block', fontWeight: 600 }}>
            {pupil.name}
          </Typography>
          <SecondaryText component="span" sx={{ display: 'block' }}>
            {state}
          </SecondaryText>
        </Box>
        {draft ? (
          <Chip
            size="small"
            variant="outlined"
            color="warning"
            label={(draft.lost || draft.tried) && !isSaving ? say.lost : say.draft}
          />
        ) : (
          onWay && (
            <Chip
              size="small"
              variant="outlined"
              color={stateColors[onWay]}
              label={t(`outbox.states.${onWay}`)}
            />
          )
        )}
        {place === 'heard' && <Done aria-hidden sx={{ color: 'success.main' }} />}
        {place === 'absent' && <Absent aria-hidden sx={{ color: 'text.secondary' }} />}
      </ButtonBase>
      <IconAction
        title={say.menuOf(pupil.name)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ width: 48, height: 48 }}
      >
        <MoreVert />
      </IconAction>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {pupil.isAbsent && (
          <MenuItem onClick={() => choose(null)} sx={{ minHeight: 48 }}>
            <ListItemIcon>
              <Present />
            </ListItemIcon>
            {say.present}
          </MenuItem>
        )}
        <MenuItem onClick={() => choose(defaultAbsenceType)} sx={{ minHeight: 48 }}>
          <ListItemIcon>
            <Absent />
          </ListItemIcon>
          {say.unexcused}
        </MenuItem>
        <MenuItem onClick={() => choose(excusedAbsence)} sx={{ minHeight: 48 }}>
          <ListItemIcon>
            <Excused />
          </ListItemIcon>
          {say.excused}
        </MenuItem>
      </Menu>
    </Box>
  );
}

const line = {
  display: 'flex',
  alignItems: 'center',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.5,
  backgroundColor: 'background.paper',
  minWidth: 0,
};
const name = {
  flex: 1,
  minWidth: 0,
  minHeight: 56,
  px: 1.5,
  py: 0.5,
  gap: 1,
  borderRadius: 1.5,
  justifyContent: 'flex-start',
  textAlign: 'start',
  // The browser would select the name under a finger that rests.
  userSelect: 'none',
  WebkitTouchCallout: 'none',
  '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main' },
} as const;

const stateColors = { waiting: 'warning', sending: 'info', refused: 'error' } as const;

/** Of what was saved here and has not arrived the state that matters most. */
const stateOnWay = ({ onWay }: Pupil) =>
  (['refused', 'sending', 'waiting'] as const).find((state) =>
    Object.values(onWay).some(({ entry }) => entry.state === state),
  );

/** What is heard with its result, and what is left of today's task. */
function stateOf(pupil: Pupil, place: Place, names: RecordKindNames): string {
  const { task, records } = pupil;
  const heard = heardKinds(pupil).map((kind) => {
    const { result, performanceLevel } = records[kind] ?? {};
    return say.task(
      names[kind],
      result === 'repeat' ? recordResultNames.repeat : (performanceLevel ?? say.heard),
    );
  });
  if (place === 'absent') return say.places.absent;
  const left = openKinds(pupil).map((kind) =>
    say.task(
      names[kind],
      say.pages(
        roundPages(
          (kind === 'tilawa' ? [] : (task?.[kind] ?? [])).reduce((sum, { pages }) => sum + pages, 0),
        ),
      ),
    ),
  );
  if (heard.length + left.length > 0) return [...heard, ...left].join(' · ');
  return task ? say.nothingToday : say.noTask;
}

const holdFor = 500;
const mayMove = 10;

/** A long press with a finger or the mouse; the click that ends it does nothing. */
function useHold(onHold: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const state = useRef({ x: 0, y: 0, isHeld: false, isTouch: false });
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    wasHeld: () => state.current.isHeld,
    isTouched: () => state.current.isTouch,
    pointer: {
      onPointerDown: ({ clientX, clientY, button, pointerType }: PointerEvent) => {
        state.current = { x: clientX, y: clientY, isHeld: false, isTouch: pointerType !== 'mouse' };
        stop();
        if (button !== 0) return;
        timer.current = setTimeout(() => {
          state.current.isHeld = true;
          navigator.vibrate?.(30);
          onHold();
        }, holdFor);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const { x, y } = state.current;
        if (Math.hypot(clientX - x, clientY - y) > mayMove) stop();
      },
      onPointerUp: stop,
      onPointerLeave: stop,
      onPointerCancel: stop,
      onKeyDown: () => {
        state.current = { ...state.current, isHeld: false };
      },
    },
  };
}

/** The button that begins with the first who waits. */
export const firstWaiting = (pupils: readonly Pupil[]): Pupil | undefined =>
  pupils.find((pupil) => placeOf(pupil) === 'waiting') ?? pupils.find((pupil) => placeOf(pupil) === 'partly');
