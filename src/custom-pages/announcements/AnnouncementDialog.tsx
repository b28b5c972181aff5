import { TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Announcement,
  type AnnouncementRole,
  announcementRoles,
} from '../../../contract/families/announcements';
import type { BatchSection } from '../../../contract/rules/gender';
import { hijriDate } from '../../../contract/rules/hijri';
import { lastUntil, maxText, maxTitle } from '../../../contract/rules/families/announcements';
import { useSession } from '../../dataProvider/session';
import { useApi } from '../../dataProvider/useApi';
import { useHasSectionChoice, useToday } from '../../dataProvider/useInstitute';
import { BatchField, ProgramField } from '../../features/teaching-context/OfferingFilters';
import { useCirclesOf } from '../../features/teaching-context/useCirclesOf';
import { textFor } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { CheckField } from '../../ui/form/CheckField';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { DayField } from '../../ui/form/DayField';
import { differingFields, StaleDialog, type StaleField, type StaleQuestion } from '../../ui/form/StaleDialog';
import { useVersionedSave } from '../../ui/form/versionedSave';
import { detailMessage } from '../../ui/page/problemMessage';
import { SecondaryText } from '../../ui/page/SecondaryText';
import {
  type AnnouncementForm,
  isPlaceComplete,
  missingFields,
  newAnnouncement,
  type PlaceKind,
  placeKindOf,
  placeOf,
  type StaleAnnouncement,
  toForm,
  toStaleFields,
} from './announcementForm';

interface AnnouncementDialogProps {
  /** Undefined: a new announcement. */
  stored?: Announcement;
  onClose: () => void;
}

export default function AnnouncementDialog({ stored, onClose }: AnnouncementDialogProps) {
  const today = useToday();
  const kinds = usePlaceKinds();
  const isTeacher = useSession()?.user.role === 'teacher';
  const [typed, setTyped] = useState<Partial<AnnouncementForm>>({});
  const initial = stored ? toForm(stored) : newAnnouncement(today, kinds[0] ?? null);
  const form: AnnouncementForm = { ...initial, ...typed };
  const [batchName, setBatchName] = useState(stored?.batch_name ?? stored?.circle_batch_name ?? null);
  const [batchSection, setBatchSection] = useState<BatchSection>(null);
  const section = form.place === 'girls' ? 'girls' : form.place === 'batch' ? batchSection : null;
  const text = textFor(section);
  const change = (changes: Partial<AnnouncementForm>) => setTyped((before) => ({ ...before, ...changes }));
  const [isChecked, setIsChecked] = useState(false);
  const edit = useAnnouncementSave(stored, onClose);
  const { circles, hasWholeSubject, isLoaded } = useCirclesOf(batchName, form.batch_id, today);
  const needsCircle = isTeacher && isLoaded && !hasWholeSubject;
  const missing = missingFields(form, { today, storedUntil: stored?.until, needsCircle });
  const isMissing = (name: (typeof missing)[number]) => isChecked && missing.includes(name);
  const submit = () => {
    setIsChecked(true);
    if (missing.length === 0) void edit.send({ ...toStaleFields(form), version: stored?.version ?? 0 });
  };
  return (
    <>
      <SubmitDialog
        title={t(`announcements.form.${stored ? 'editTitle' : 'addTitle'}`)}
        problem={edit.refusal === null ? null : detailMessage(edit.refusal, t('announcements.form.failed'))}
        isDirty={JSON.stringify(form) !== JSON.stringify(initial)}
        submitLabel={t(`announcements.form.${stored ? 'save' : 'publish'}`)}
        pendingLabel={t(`announcements.form.${stored ? 'saving' : 'publishing'}`)}
        isPending={edit.isPending}
        maxWidth="sm"
        hasCancel
        onSubmit={submit}
        onClose={onClose}
      >
        <TextField
          label={t('announcements.form.title')}
          value={form.title}
          required
          autoFocus={!stored}
          error={isMissing('title')}
          helperText={isMissing('title') && t('validation.required')}
          onChange={({ target }) => change({ title: target.value })}
          slotProps={{ htmlInput: { maxLength: maxTitle, autoComplete: 'off', dir: 'auto' } }}
        />
        <TextField
          label={t('announcements.form.text')}
          value={form.text}
          multiline
          minRows={3}
          maxRows={10}
          onChange={({ target }) => change({ text: target.value })}
          slotProps={{ htmlInput: { maxLength: maxText, dir: 'auto' } }}
        />
        {kinds.length > 1 && (
          <ChoiceField<PlaceKind>
            label={t('announcements.form.place')}
            value={form.place}
            choices={kinds.map((kind) => [kind, t(`announcements.form.places.${kind}`)])}
            onChange={(place) => place && change({ place })}
          />
        )}
        {form.place === 'program' && (
          <ProgramField
            programId={form.program_id}
            batch={undefined}
            hasError={isMissing('program_id')}
            onChange={(program_id) => change({ program_id })}
          />
        )}
        {form.place === 'batch' && (
          <BatchField
            batch={undefined}
            batchId={form.batch_id}
            hasError={isMissing('batch_id')}
            onChange={(batch) => {
              setBatchName(batch?.batch_name ?? null);
              setBatchSection(batch?.section);
              change({ batch_id: batch?.id ?? null, circle_id: null });
            }}
          />
        )}
        {form.place === 'batch' && (circles.length > 0 || needsCircle) && (
          <ChoiceField
            label={t('announcements.form.circle')}
            anyLabel={t(`announcements.form.${needsCircle ? 'chooseCircle' : 'wholeBatch'}`)}
            value={form.circle_id === null ? null : String(form.circle_id)}
            choices={circles.map(({ circle_id, circle_name, name }) => [
              String(circle_id),
              `${circle_name} · ${name}`,
            ])}
            hasError={isMissing('circle_id')}
            onChange={(circle) => change({ circle_id: circle === null ? null : Number(circle) })}
          />
        )}
        <ChoiceField
          label={t('announcements.form.role')}
          anyLabel={text('announcements.form.anyRole')}
          value={form.role}
          choices={announcementRoles.map((role) => [role, text(`announcements.form.roles.${role}`)])}
          onChange={(role) => change({ role })}
        />
        <DayField
          label={t('announcements.form.until')}
          value={form.until}
          problem={isMissing('until') && t('announcements.form.untilProblem')}
          min={stored && stored.until < today ? stored.until : today}
          max={lastUntil(today)}
          isRequired
          isNeverEmpty
          onChange={(until) => change({ until })}
        />
        <CheckField
          checked={form.is_pinned}
          label={t('announcements.form.pin')}
          onChange={(is_pinned) => change({ is_pinned })}
        />
        <Reach form={form} section={section} isReady={isPlaceComplete(missing) && (!isTeacher || isLoaded)} />
      </SubmitDialog>
      <StaleDialog fields={staleFields} question={edit.question} />
    </>
  );
}

/** Teachers announce to their batches and circles, admins of one section to this section. */
function usePlaceKinds(): readonly PlaceKind[] {
  const { role, section = null } = useSession()?.user ?? {};
  const hasSections = useHasSectionChoice();
  if (role === 'teacher') return ['batch'];
  if (section !== null) return [section, 'batch'];
  return ['all', ...(hasSections ? (['boys', 'girls'] as const) : []), 'program', 'batch'];
}

type Body = StaleAnnouncement & { version: number };

function useAnnouncementSave(stored: Announcement | undefined, onClose: () => void) {
  const { announcements } = useApi();
  const { notifyDone } = useNotices();
  const [refusal, setRefusal] = useState<unknown>(null);
  const { question, ...versionedSave } = useVersionedSave({
    save: async ({ version, place, ...fields }: Body) => {
      const body = { ...fields, ...place };
      return stored
        ? (await announcements()).change(stored.id, { ...body, version })
        : (await announcements()).add(body);
    },
    onSaved: (answer) => {
      onClose();
      notifyDone(t(`announcements.form.${stored ? 'saved' : 'published'}`), answer);
    },
    onRefused: setRefusal,
  });
  return {
    ...versionedSave,
    question: question && stored ? withoutUnchanged(question, stored) : null,
    refusal,
  };
}

/** The user decides only about fields that he changed. All others get the values of the other user. */
function withoutUnchanged(question: StaleQuestion, stored: Announcement): StaleQuestion {
  const current = question.theirs as unknown as Announcement;
  const theirs = { ...toStaleFields(toForm(current)), version: current.version };
  const changed = differingFields(staleFields, { ...question.mine }, { ...toStaleFields(toForm(stored)) });
  const mine = { ...question.mine } as Record<string, unknown>;
  const ofMine = Object.fromEntries(changed.map(({ name }) => [name, mine[name]]));
  return { ...question, theirs, mine: { ...theirs, ...ofMine } };
}

const staleFields: StaleField[] = [
  { name: 'title', label: t('announcements.form.title') },
  { name: 'text', label: t('announcements.form.text') },
  {
    name: 'place',
    label: t('announcements.form.place'),
    format: (place) => t(`announcements.form.places.${placeKindOf(place as Announcement)}`),
  },
  {
    name: 'role',
    label: t('announcements.form.role'),
    format: (role) => t(`announcements.form.roles.${role as AnnouncementRole}`),
  },
  { name: 'until', label: t('announcements.form.until'), format: (day) => hijriDate(String(day)) },
  {
    name: 'is_pinned',
    label: t('announcements.form.pin'),
    format: (isPinned) => t(isPinned === true ? 'ui.yes' : 'ui.no'),
  },
];

interface ReachProps {
  form: AnnouncementForm;
  isReady: boolean;
  section: BatchSection;
}

/** How many read it, before it is published. */
function Reach({ form, isReady, section }: ReachProps) {
  const text = textFor(section);
  const { announcements } = useApi();
  const place = placeOf(form);
  const { data, error } = useQuery({
    queryKey: ['announcements', 'reach', place],
    queryFn: async () => (await announcements()).reach(place),
    enabled: isReady && form.role !== 'teacher',
  });
  return (
    <SecondaryText aria-live="polite" sx={{ minHeight: '1.7em' }}>
      {describeReach()}
    </SecondaryText>
  );

  function describeReach(): string {
    if (!isReady) return '';
    if (form.role === 'teacher') return t('announcements.form.teachersOnly');
    if (!data) return t(`announcements.form.${error ? 'countFailed' : 'counting'}`);
    const students = text('announcements.form.students', { smart_count: data.students });
    const guardians = t('announcements.form.guardians', { smart_count: data.guardians });
    if (form.role !== 'guardian' && data.students === 0)
      return text(`announcements.form.${form.role ? 'reachesNoStudent' : 'reachesOnlyTeachers'}`);
    if (form.role === 'student') return t('announcements.form.reachesStudents', { students });
    if (form.role === 'guardian')
      return data.guardians === 0
        ? t('announcements.form.reachesNoGuardian')
        : t('announcements.form.reachesGuardians', { guardians });
    return data.guardians === 0
      ? t('announcements.form.reachesAllButGuardians', { students })
      : t('announcements.form.reachesAll', { students, guardians });
  }
}
