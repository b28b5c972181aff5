import ArrowForward from '@mui/icons-material/ArrowForward';
import Edit from '@mui/icons-material/EditOutlined';
import { Alert, Box, Button, Card, Tab, Tabs, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type MushafRange, parseAyahRanges } from '../../../contract/rules/mushaf';
import type { AyahRange } from '../../../contract/dailyRecords';
import {
  type RecordKind,
  type RecordKindNames,
  recordKinds,
  recordResultNames,
} from '../../../contract/vocabulary';
import { describeAyahRange } from '../../../contract/rules/mushafText';
import { MushafDialog } from '../../features/hearing/MushafDialog';
import {
  type AssessmentRules,
  toNamedRanges,
  parseRangesText,
  formatRanges,
} from '../../features/hearing/hearing';
import type { QueuedRecord } from '../../features/hearing/queuedRecords';
import { halaqa as labels } from '../../i18n/ar/halaqa';
import { useStudentWords } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { StickyBar } from '../../ui/form/UnsavedBar';
import { IconAction } from '../../ui/page/IconAction';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { FaultPad } from './FaultPad';
import {
  type RecitationDraft,
  hasContent,
  isRecorded,
  judgeDraft,
  countPages,
  type HearingStudent,
  findLastRange,
  findTaskRanges,
  replaceRanges,
} from './halaqaModel';
import { RangeDialog } from './RangeDialog';
import { ResultChoice } from './ResultChoice';

interface HearingPanelProps {
  student: HearingStudent;
  kind: RecordKind;
  draft: RecitationDraft;
  kindNames: RecordKindNames;
  assessmentRules: AssessmentRules;
  /** Text such as "3 of 12". */
  position: string;
  /** Null: no other student is left. */
  nextStudent: HearingStudent | null;
  isSaving: boolean;
  /** The stored recitations of the kind; null while a draft is open. */
  recitations: ReactNode;
  onAddRecitation: () => void;
  /** Discards a draft over a stored recitation; null if there is no stored one. */
  onCancel: (() => void) | null;
  onSelectKind: (kind: RecordKind) => void;
  onChange: (draft: RecitationDraft) => void;
  /** Postpones a range of the far revision; null if that is impossible. */
  onSkip: ((range: AyahRange, rangeLabel: string) => void) | null;
  onSave: () => void;
  onReview: () => void;
  onNext: () => void;
  onBack: () => void;
}

export default function HearingPanel(props: HearingPanelProps) {
  const { student, kind, draft, kindNames, assessmentRules, position, nextStudent, isSaving, recitations } =
    props;
  const { onSelectKind, onChange, onSkip, onSave, onReview, onNext, onBack, onAddRecitation, onCancel } =
    props;
  const words = useStudentWords();
  const judgement = judgeDraft(draft, assessmentRules);
  const isUnanswered = draft.lost !== undefined && !isSaving;
  const { test = null, behind_days: behindDays = 0 } = student.task ?? {};
  return (
    <Box component="section" aria-label={labels.recitationOf(student.name)} sx={panelStyles}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <IconAction
          title={words(labels.toList)}
          onClick={onBack}
          sx={{ width: 48, height: 48, flexShrink: 0 }}
        >
          <ArrowForward />
        </IconAction>
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography component="h2" variant="h3" noWrap title={student.name}>
            {student.name}
          </Typography>
          <SecondaryText>
            {[
              position,
              student.isAbsent && words(labels.absent),
              test && labels.dueTest(test.from_juz, test.to_juz),
              behindDays !== 0 && labels.behind(behindDays),
            ]
              .filter(Boolean)
              .join(' · ')}
          </SecondaryText>
        </Box>
      </Box>
      <KindTabs student={student} kind={kind} kindNames={kindNames} onSelectKind={onSelectKind} />
      {recitations || (
        <>
          {onCancel && (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Typography component="h3" variant="subtitle1" sx={{ flex: 1, fontWeight: 600 }}>
                {draft.again === undefined ? labels.correcting : t('hearing.again')}
              </Typography>
              <Button onClick={onCancel} sx={{ minHeight: 48 }}>
                {t('ui.cancel')}
              </Button>
            </Box>
          )}
          {draft.written && (
            <SecondaryText sx={{ overflowWrap: 'anywhere' }}>
              {[draft.written.recordContent, draft.written.teacherNotes].filter(Boolean).join(' · ')}
            </SecondaryText>
          )}
          <Ranges
            key={`${student.id} ${kind}`}
            name={student.name}
            lastRange={findLastRange(student, kind, draft)}
            draft={draft}
            onChange={onChange}
            onSkip={onSkip}
          />
          <FaultPad
            key={`faults ${student.id} ${kind}`}
            kinds={assessmentRules.kinds}
            ranges={draft.ranges}
            faults={draft.faults}
            onChange={(faults) => onChange({ ...draft, faults })}
          />
          <ResultChoice draft={draft} judgement={judgement} onChange={onChange} />
        </>
      )}
      <div role="alert">
        {isUnanswered && <Alert severity="warning">{labels.lostText}</Alert>}
        {draft.tried && !isSaving && <Alert severity="warning">{t('hearing.notAnswered')}</Alert>}
      </div>
      <QueueState entry={student.queuedRows[kind]?.entry} onReview={onReview} />
      <StickyBar height={88} layout={{ p: 1, display: 'flex', mt: 'auto' }}>
        <Button
          variant="outlined"
          onClick={onNext}
          aria-label={
            nextStudent ? labels.nextOf(words(labels.nextStudent), nextStudent.name) : words(labels.toList)
          }
          sx={largeButton}
        >
          {labels.next}
        </Button>
        {recitations ? (
          <Button
            variant="contained"
            disabled={isSaving}
            onClick={onAddRecitation}
            sx={{ ...largeButton, flex: 1, minWidth: 0 }}
          >
            {t('hearing.again')}
          </Button>
        ) : (
          <Button
            variant="contained"
            disabled={
              isSaving || (!hasContent(draft) && (!isRecorded(student, kind) || draft.again !== undefined))
            }
            aria-busy={isSaving}
            onClick={onSave}
            sx={{ ...largeButton, flex: 1, minWidth: 0 }}
          >
            {isUnanswered
              ? labels.sendAgain
              : labels.save(recordResultNames[judgement.result], judgement.performanceLevel)}
          </Button>
        )}
      </StickyBar>
    </Box>
  );
}

function QueueState({ entry, onReview }: { entry: QueuedRecord['entry'] | undefined; onReview: () => void }) {
  return (
    <>
      {entry?.state === 'waiting' && <Alert severity="warning">{labels.onDevice}</Alert>}
      {entry?.state === 'sending' && <Alert severity="info">{labels.sending}</Alert>}
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
          {labels.rejected(entry.problem?.message ?? '')}
        </Alert>
      )}
    </>
  );
}

const panelStyles = {
  display: 'flex',
  flexDirection: 'column',
  gap: 1,
  minWidth: 0,
  minHeight: { xs: 'calc(100dvh - 88px - var(--sticky-head, 0px))', md: 'calc(100dvh - 162px)' },
};
const largeButton = { minHeight: 56, fontSize: '1rem' };

interface KindTabsProps {
  student: HearingStudent;
  kind: RecordKind;
  kindNames: RecordKindNames;
  onSelectKind: (kind: RecordKind) => void;
}

const KindTabs = ({ student, kind, kindNames, onSelectKind }: KindTabsProps) => (
  <Tabs
    value={kind}
    variant="fullWidth"
    aria-label={labels.kinds}
    onChange={(_, chosen: RecordKind) => onSelectKind(chosen)}
    sx={{ borderBottom: 1, borderColor: 'divider', minHeight: 52 }}
  >
    {recordKinds.map((tabKind) => (
      <Tab
        key={tabKind}
        value={tabKind}
        sx={{ minWidth: 0, minHeight: 52, px: 0.5, py: 0.5, lineHeight: 1.35, fontSize: '0.875rem' }}
        label={
          <>
            {kindNames[tabKind]}
            <Box component="span" sx={{ fontSize: '0.75rem', fontWeight: 400, color: 'text.secondary' }}>
              {describeKindState(student, tabKind)}
            </Box>
          </>
        }
      />
    ))}
  </Tabs>
);

function describeKindState(student: HearingStudent, kind: RecordKind): string {
  if (isRecorded(student, kind)) return `✓ ${labels.heard}`;
  const pages = countPages({ ranges: findTaskRanges(student, kind) });
  return pages === null ? '–' : labels.pages(pages);
}

interface RangesProps extends Pick<HearingPanelProps, 'draft' | 'onChange' | 'onSkip'> {
  name: string;
  lastRange: MushafRange | null;
}

function Ranges({ name, lastRange, draft, onChange, onSkip }: RangesProps) {
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const { ranges } = draft;
  const pages = countPages(draft);
  const change = (newRanges: readonly AyahRange[]) => {
    setOpenIndex(null);
    onChange(replaceRanges(draft, newRanges));
  };
  const openRange = openIndex === null ? undefined : ranges[openIndex];
  return (
    <Box
      role="group"
      aria-label={labels.range}
      sx={{
        display: 'flex',
        ...(ranges.length > 2 ? scrollingRow : { flexWrap: 'wrap' }),
        gap: 0.5,
        alignItems: 'center',
      }}
    >
      {pages !== null && ranges.length > 0 && (
        <SecondaryText component="span" noWrap sx={{ px: 0.5, flexShrink: 0 }}>
          <Isolated>{labels.pages(pages)}</Isolated>
        </SecondaryText>
      )}
      {ranges.map((range, index) => (
        <Button
          key={`${range.from}-${range.to}`}
          variant="outlined"
          color="inherit"
          endIcon={<Edit fontSize="small" />}
          aria-label={labels.changeRange(describeRange(range))}
          onClick={() => setOpenIndex(index)}
          sx={{
            minHeight: 48,
            ...(ranges.length > 2 ? { flex: '0 0 auto', whiteSpace: 'nowrap' } : { flex: '1 1 auto' }),
            justifyContent: 'space-between',
            fontWeight: 600,
            borderColor: 'divider',
          }}
        >
          {describeRange(range)}
        </Button>
      ))}
      {ranges.length === 0 && (
        <Card sx={{ flex: 1, display: 'flex', alignItems: 'center', gap: 1, p: 1, flexWrap: 'wrap' }}>
          <SecondaryText sx={{ flex: '1 1 12rem' }}>{labels.noRangeText}</SecondaryText>
          <Button variant="contained" onClick={() => setIsChoosing(true)} sx={{ minHeight: 48 }}>
            {labels.noRange}
          </Button>
        </Card>
      )}
      {openRange && (
        <RangeDialog
          range={openRange}
          label={describeRange(openRange)}
          onChange={(newRange) =>
            change(ranges.map((range, index) => (index === openIndex ? newRange : range)))
          }
          onDrop={ranges.length > 1 ? () => change(ranges.filter((_, index) => index !== openIndex)) : null}
          onSkip={
            onSkip &&
            (() => {
              setOpenIndex(null);
              onSkip(openRange, describeRange(openRange));
            })
          }
          onChooseOther={() => {
            setOpenIndex(null);
            setIsChoosing(true);
          }}
          onClose={() => setOpenIndex(null)}
        />
      )}
      {isChoosing && (
        <MushafDialog
          studentName={name}
          content={formatRanges(parseAyahRanges(ranges))}
          lastRange={lastRange}
          canHaveSeveral
          onApply={(text) => {
            setIsChoosing(false);
            change(toNamedRanges(parseRangesText(text)));
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </Box>
  );
}

/** Many ranges scroll in one line, so that the buttons below do not move. */
const scrollingRow = { flexWrap: 'nowrap', overflowX: 'auto', pb: 0.5 } as const;

const describeRange = (range: AyahRange): string => describeAyahRange(range) || `${range.from}-${range.to}`;
