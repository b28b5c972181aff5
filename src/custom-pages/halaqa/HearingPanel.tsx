import ArrowForward from '@mui/icons-material/ArrowForward';
import Edit from '@mui/icons-material/EditOutlined';
import { Alert, Box, Button, Card, Tab, Tabs, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { parseAyahRanges } from '../../../contract/rules/mushaf';
import type { AyahRange } from '../../../contract/dailyRecords';
import {
  type RecordKind,
  type RecordKindNames,
  recordKinds,
  recordResultNames,
} from '../../../contract/vocabulary';
import { describeAyahRange } from '../../../contract/rules/mushafText';
import { MushafDialog } from '../../features/hearing/MushafDialog';
import { type Judging, namedRanges, rangesIn, rangesText } from '../../features/hearing/hearing';
import type { OnWay } from '../../features/hearing/recordsOnWay';
import { halaqa as say } from '../../i18n/ar/halaqa';
import { t } from '../../i18n/text';
import { StickyBar } from '../../ui/form/UnsavedBar';
import { IconAction } from '../../ui/page/IconAction';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { FaultPad } from './FaultPad';
import {
  type Heard,
  isAnyHeard,
  isHeard,
  judgedOf,
  pagesHeard,
  type Pupil,
  taskRanges,
  withRanges,
} from './halaqaModel';
import { RangeDialog } from './RangeDialog';
import { ResultChoice } from './ResultChoice';

interface HearingPanelProps {
  pupil: Pupil;
  kind: RecordKind;
  heard: Heard;
  names: RecordKindNames;
  judging: Judging;
  /** Which of how many in the list. */
  place: string;
  /** Who comes after; null: nobody is left. */
  next: Pupil | null;
  isSaving: boolean;
  /** What was heard today in this kind, if nothing new is begun; null: the student recites. */
  today: ReactNode;
  /** Begins a further recitation of the day. */
  onAgain: () => void;
  /** Leaves what was begun over what was heard before; null where nothing was. */
  onCancel: (() => void) | null;
  onKind: (kind: RecordKind) => void;
  onChange: (heard: Heard) => void;
  /** Leaves a range of far revision to another day; null where that cannot be. */
  onSkip: ((range: AyahRange, words: string) => void) | null;
  onSave: () => void;
  /** Asks again about what was refused. */
  onReview: () => void;
  onNext: () => void;
  onBack: () => void;
}

/** One student who recites: what, his faults, and what the rules of the institute say of it. */
export function HearingPanel(props: HearingPanelProps) {
  const { pupil, kind, heard, names, judging, place, next, isSaving, today } = props;
  const { onKind, onChange, onSkip, onSave, onReview, onNext, onBack, onAgain, onCancel } = props;
  const judged = judgedOf(heard, judging);
  const isLost = heard.lost !== undefined && !isSaving;
  const { test = null, behind_days: behind = 0 } = pupil.task ?? {};
  return (
    <Box component="section" aria-label={say.of(pupil.name)} sx={panel}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <IconAction title={say.toList} onClick={onBack} sx={{ width: 48, height: 48, flexShrink: 0 }}>
          <ArrowForward />
        </IconAction>
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography component="h2" variant="h3" noWrap title={pupil.name}>
            {pupil.name}
          </Typography>
          <SecondaryText noWrap>
            {[
              place,
              pupil.isAbsent && say.places.absent,
              test && say.dueTest(test.from_juz, test.to_juz),
              behind !== 0 && say.behind(behind),
            ]
              .filter(Boolean)
              .join(' · ')}
          </SecondaryText>
        </Box>
      </Box>
      <KindTabs pupil={pupil} kind={kind} names={names} onKind={onKind} />
      {today || (
        <>
          {onCancel && (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Typography component="h3" variant="subtitle1" sx={{ flex: 1, fontWeight: 600 }}>
                {heard.again === undefined ? say.correcting : t('hearing.again')}
              </Typography>
              <Button onClick={onCancel} sx={{ minHeight: 48 }}>
                {t('ui.cancel')}
              </Button>
            </Box>
          )}
          {heard.written && (
            <SecondaryText sx={{ overflowWrap: 'anywhere' }}>
              {[heard.written.recordContent, heard.written.teacherNotes].filter(Boolean).join(' · ')}
            </SecondaryText>
          )}
          <Ranges
            key={`${pupil.id} ${kind}`}
            name={pupil.name}
            heard={heard}
            onChange={onChange}
            onSkip={onSkip}
          />
          <FaultPad
            key={`faults ${pupil.id} ${kind}`}
            kinds={judging.kinds}
            ranges={heard.ranges}
            faults={heard.faults}
            onChange={(faults) => onChange({ ...heard, faults })}
          />
          <ResultChoice heard={heard} judged={judged} onChange={onChange} />
        </>
      )}
      <div role="alert">
        {isLost && <Alert severity="warning">{say.lostText}</Alert>}
        {heard.tried && !isSaving && <Alert severity="warning">{t('hearing.notAnswered')}</Alert>}
      </div>
      <OnWayState entry={pupil.onWay[kind]?.entry} onReview={onReview} />
      <StickyBar height={88} layout={{ p: 1, display: 'flex', mt: 'auto' }}>
        <Button
          variant="outlined"
          onClick={onNext}
          aria-label={next ? say.nextOf(next.name) : say.toList}
          sx={big}
        >
          {say.next}
        </Button>
        {today ? (
          <Button
            variant="contained"
            disabled={isSaving}
            onClick={onAgain}
            sx={{ ...big, flex: 1, minWidth: 0 }}
          >
            {t('hearing.again')}
          </Button>
        ) : (
          <Button
            variant="contained"
            disabled={
              isSaving || (!isAnyHeard(heard) && (!isHeard(pupil, kind) || heard.again !== undefined))
            }
            aria-busy={isSaving}
            onClick={onSave}
            sx={{ ...big, flex: 1, minWidth: 0 }}
          >
            {isLost ? say.sendAgain : say.save(recordResultNames[judged.result], judged.performanceLevel)}
          </Button>
        )}
      </StickyBar>
    </Box>
  );
}

/** What was saved here and has not arrived: it waits, is being sent, or needs the person. */
function OnWayState({ entry, onReview }: { entry: OnWay['entry'] | undefined; onReview: () => void }) {
  return (
    <>
      {entry?.state === 'waiting' && <Alert severity="warning">{say.onDevice}</Alert>}
      {entry?.state === 'sending' && <Alert severity="info">{say.sending}</Alert>}
      {entry?.state === 'refused' && (
        <Alert
          severity="error"
          action={
            entry.problem?.code === 'STALE' && (
              <Button color="inherit" onClick={onReview} sx={{ minHeight: 48 }}>
                {t('absences.review')}
              </Button>
            )
          }
        >
          {say.notTaken(entry.problem?.message ?? '')}
        </Alert>
      )}
    </>
  );
}

const panel = {
  display: 'flex',
  flexDirection: 'column',
  gap: 1,
  minWidth: 0,
  minHeight: { xs: 'calc(100dvh - 96px)', md: 0 },
};
const big = { minHeight: 56, fontSize: '1rem' };

interface KindTabsProps {
  pupil: Pupil;
  kind: RecordKind;
  names: RecordKindNames;
  onKind: (kind: RecordKind) => void;
}

/** What is heard: each kind with what is left of it today. */
const KindTabs = ({ pupil, kind, names, onKind }: KindTabsProps) => (
  <Tabs
    value={kind}
    variant="fullWidth"
    aria-label={say.kinds}
    onChange={(_, chosen: RecordKind) => onKind(chosen)}
    sx={{ borderBottom: 1, borderColor: 'divider', minHeight: 52 }}
  >
    {recordKinds.map((one) => (
      <Tab
        key={one}
        value={one}
        sx={{ minWidth: 0, minHeight: 52, px: 0.5, py: 0.5, lineHeight: 1.35, fontSize: '0.875rem' }}
        label={
          <>
            {names[one]}
            <Box component="span" sx={{ fontSize: '0.75rem', fontWeight: 400, color: 'text.secondary' }}>
              {stateOf(pupil, one)}
            </Box>
          </>
        }
      />
    ))}
  </Tabs>
);

function stateOf(pupil: Pupil, kind: RecordKind): string {
  if (isHeard(pupil, kind)) return `✓ ${say.heard}`;
  const pages = pagesHeard({ ranges: taskRanges(pupil, kind) });
  return pages === null ? '–' : say.pages(pages);
}

interface RangesProps extends Pick<HearingPanelProps, 'heard' | 'onChange' | 'onSkip'> {
  name: string;
}

/** What is recited: each range is a button that changes it. */
function Ranges({ name, heard, onChange, onSkip }: RangesProps) {
  const [open, setOpen] = useState<number | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const { ranges } = heard;
  const pages = pagesHeard(heard);
  const change = (now: readonly AyahRange[]) => {
    setOpen(null);
    onChange(withRanges(heard, now));
  };
  const chosen = open === null ? undefined : ranges[open];
  return (
    <Box
      role="group"
      aria-label={say.range}
      sx={{
        display: 'flex',
        ...(ranges.length > 2 ? strip : { flexWrap: 'wrap' }),
        gap: 0.5,
        alignItems: 'center',
      }}
    >
      {pages !== null && ranges.length > 0 && (
        <SecondaryText component="span" noWrap sx={{ px: 0.5, flexShrink: 0 }}>
          <Isolated>{say.pages(pages)}</Isolated>
        </SecondaryText>
      )}
      {ranges.map((range, at) => (
        <Button
          key={`${range.from}-${range.to}`}
          variant="outlined"
          color="inherit"
          endIcon={<Edit fontSize="small" />}
          aria-label={say.changeRange(wordsOf(range))}
          onClick={() => setOpen(at)}
          sx={{
            minHeight: 48,
            ...(ranges.length > 2 ? { flex: '0 0 auto', whiteSpace: 'nowrap' } : { flex: '1 1 auto' }),
            justifyContent: 'space-between',
            fontWeight: 600,
            borderColor: 'divider',
          }}
        >
          {wordsOf(range)}
        </Button>
      ))}
      {ranges.length === 0 && (
        <Card sx={{ flex: 1, display: 'flex', alignItems: 'center', gap: 1, p: 1, flexWrap: 'wrap' }}>
          <SecondaryText sx={{ flex: '1 1 12rem' }}>{say.noRangeText}</SecondaryText>
          <Button variant="contained" onClick={() => setIsChoosing(true)} sx={{ minHeight: 48 }}>
            {say.noRange}
          </Button>
        </Card>
      )}
      {chosen && (
        <RangeDialog
          range={chosen}
          label={wordsOf(chosen)}
          onChange={(now) => change(ranges.map((one, at) => (at === open ? now : one)))}
          onDrop={ranges.length > 1 ? () => change(ranges.filter((_, at) => at !== open)) : null}
          onSkip={
            onSkip &&
            (() => {
              setOpen(null);
              onSkip(chosen, wordsOf(chosen));
            })
          }
          onOther={() => {
            setOpen(null);
            setIsChoosing(true);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {isChoosing && (
        <MushafDialog
          studentName={name}
          content={rangesText(parseAyahRanges(ranges))}
          lastRange={null}
          canBeSeveral
          onApply={(text) => {
            setIsChoosing(false);
            change(namedRanges(rangesIn(text)));
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </Box>
  );
}

/** Many ranges stand in one line, so that the buttons below stay where they are. */
const strip = { flexWrap: 'nowrap', overflowX: 'auto', pb: 0.5 } as const;

const wordsOf = (range: AyahRange): string => describeAyahRange(range) || `${range.from}-${range.to}`;
