import { Alert, Box, Button, Card, DialogContent, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageTemplate } from '../../../contract/families/tell';
import {
  countText,
  dayText,
  defaultTemplates,
  fieldsOfTemplate,
  isFrame,
  type MessageTemplates,
  pagesText,
  renderMessage,
  type TemplateKey,
  unknownFields,
} from '../../../contract/rules/messages/message';
import {
  frames,
  fromTo,
  juzNames,
  lessonNames,
  sentenceForms,
  type SentenceForm,
  type SentenceKey,
  sentences,
} from '../../../contract/rules/messages/texts';
import { useApi } from '../../dataProvider/useApi';
import { useToday } from '../../dataProvider/useInstitute';
import { useNotices } from '../../ui/dialog/Toasts';
import { FormDialog, SubmitDialog } from '../../ui/dialog/FormDialog';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { ViewChoice } from '../../ui/form/ViewChoice';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { t } from '../../i18n/text';

type Texts = Record<SentenceForm, string>;

const previews = ['boy', 'girl', 'two', 'three', 'eleven', 'own'] as const;
type Preview = (typeof previews)[number];

const nameOf = (key: TemplateKey) => (isFrame(key) ? frames[key].name : sentences[key].name);

/** The texts of the institute, with a preview for children and their numbers. */
export default function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const { tell } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['tell', 'templates'],
    queryFn: async () => (await tell()).templates(),
    staleTime: 0,
  });
  const [key, setKey] = useState<TemplateKey>('absent');
  const template = data?.find((one) => one.key === key);
  if (error && !data)
    return (
      <FormDialog isOpen title={t('tell.templates')} onClose={onClose}>
        <DialogContent>
          <ErrorState error={error} onRetry={refetch} />
        </DialogContent>
      </FormDialog>
    );
  // The dialog opens with its texts, so that it does not change its size.
  if (!data || !template) return null;
  return (
    <Editor
      key={`${key}/${template.version}`}
      template={template}
      templates={data}
      onChoose={setKey}
      onSaved={refetch}
      onClose={onClose}
    />
  );
}

interface EditorProps {
  template: MessageTemplate;
  templates: readonly MessageTemplate[];
  onChoose: (key: TemplateKey) => void;
  onSaved: () => unknown;
  onClose: () => void;
}

const toTexts = (template: MessageTemplate): Texts =>
  Object.fromEntries(sentenceForms.map((form) => [form, template[form] ?? ''])) as Texts;

const defaultsOf = (key: TemplateKey): Texts =>
  isFrame(key)
    ? { masculine: defaultTemplates.frames[key], feminine: '', own_masculine: '', own_feminine: '' }
    : defaultTemplates.sentences[key];

function Editor({ template, templates, onChoose, onSaved, onClose }: EditorProps) {
  const { tell } = useApi();
  const notices = useNotices();
  const { key, version } = template;
  const stored = toTexts(template);
  const [texts, setTexts] = useState(stored);
  const [isPending, setIsPending] = useState(false);
  const forms = isFrame(key) ? (['masculine'] as const) : sentenceForms;
  const isDirty = forms.some((form) => texts[form] !== stored[form]);
  const problems = new Map(forms.map((form) => [form, unknownFields(key, texts[form])]));
  const isValid = forms.every((form) => (problems.get(form) ?? []).length === 0);
  const defaults = defaultsOf(key);
  const save = async () => {
    setIsPending(true);
    try {
      const body = Object.fromEntries(
        forms.map((form) => [
          form,
          texts[form].trim() === '' || texts[form] === defaults[form] ? null : texts[form],
        ]),
      );
      const answer = await (await tell()).saveTemplate(key, { ...body, version });
      notices.notifyDone(t('tell.saved'), answer);
      await onSaved();
    } catch (problem) {
      notices.notifyProblem(problem, t('tell.saveFailed'));
    }
    setIsPending(false);
  };
  return (
    <SubmitDialog
      title={t('tell.templates')}
      maxWidth="md"
      isDirty={isDirty}
      submitLabel={t('ui.save')}
      pendingLabel={t('ui.saving')}
      isPending={isPending}
      isReady={isDirty && isValid}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <ChoiceField<TemplateKey>
        label={t('tell.template')}
        value={key}
        choices={templates.map((one) => [one.key, nameOf(one.key)] as const)}
        isDisabled={isDirty}
        onChange={(chosen) => chosen && onChoose(chosen)}
      />
      <Alert severity="info" icon={false}>
        {t('tell.fields', {
          fields: fieldsOfTemplate(key)
            .map((field) => `{${field}}`)
            .join(' '),
        })}
        <br />
        {t('tell.fieldsHint')}
      </Alert>
      {forms.map((form) => (
        <TextField
          key={form}
          label={isFrame(key) ? t('tell.frameText') : t(`tell.forms.${form}`)}
          value={texts[form]}
          onChange={({ target }) => setTexts({ ...texts, [form]: target.value })}
          multiline
          error={(problems.get(form) ?? []).length > 0}
          helperText={
            (problems.get(form) ?? []).length > 0
              ? t('tell.unknownField', { names: (problems.get(form) ?? []).join(t('ui.comma')) })
              : undefined
          }
          slotProps={{ htmlInput: { maxLength: 1_500 } }}
        />
      ))}
      <Button onClick={() => setTexts(defaults)} sx={{ alignSelf: 'start' }}>
        {t('tell.defaults')}
      </Button>
      <PreviewCard templates={templates} template={{ ...template, ...texts }} />
    </SubmitDialog>
  );
}

interface PreviewCardProps {
  templates: readonly MessageTemplate[];
  template: MessageTemplate;
}

function PreviewCard({ templates, template }: PreviewCardProps) {
  const [preview, setPreview] = useState<Preview>('boy');
  const today = useToday();
  return (
    <Box>
      <Typography variant="h3" component="h3">
        {t('tell.preview')}
      </Typography>
      <Box sx={{ overflowX: 'auto', my: 1 }}>
        <ViewChoice
          label={t('tell.preview')}
          views={new Map(previews.map((one) => [one, t(`tell.previews.${one}`)]))}
          value={preview}
          onChange={setPreview}
        />
      </Box>
      <Card variant="outlined" sx={{ p: 2 }}>
        <Stack>
          <SecondaryText component="p" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', m: 0 }}>
            {renderPreview(preview, buildTemplates(templates, template), template.key, today)}
          </SecondaryText>
        </Stack>
      </Card>
    </Box>
  );
}

function buildTemplates(templates: readonly MessageTemplate[], edited: MessageTemplate): MessageTemplates {
  const built = structuredClone(defaultTemplates);
  for (const template of templates.map((one) => (one.key === edited.key ? edited : one))) {
    if (isFrame(template.key)) built.frames[template.key] = template.masculine;
    else built.sentences[template.key] = toTexts(template);
  }
  return built;
}

const childCounts: Record<Preview, number> = { boy: 1, girl: 1, two: 2, three: 3, eleven: 11, own: 1 };

function renderPreview(
  preview: Preview,
  templates: MessageTemplates,
  key: TemplateKey,
  today: string,
): string {
  const names = t(preview === 'girl' ? 'tell.sample.girls' : 'tell.sample.boys').split(t('ui.comma'));
  const isOwn = preview === 'own';
  const gender = preview === 'girl' ? 'female' : 'male';
  const sentence: SentenceKey = isFrame(key) ? 'absent' : key;
  const values = {
    day: dayText(today, today),
    lesson: lessonNames([t('tell.sample.lesson')]),
    duration: countText('consecutiveDays', 3),
    juz: juzNames(29, 30),
    week: fromTo('1', '7'),
    lessons: pagesText(5),
    revision: pagesText(12),
    absences: countText('days', 0),
    marks: t('tell.sample.marks'),
  };
  return renderMessage(
    templates,
    isOwn
      ? { name: names[0] ?? '', relations: [], gender }
      : { name: t('tell.sample.guardian'), relations: ['father'], gender },
    names.slice(0, childCounts[preview]).map((student, childId) => ({
      childId,
      gender,
      sentence,
      values: { ...values, student },
    })),
    { institute: t('tell.sample.institute'), sender: t('tell.sample.sender'), today },
  );
}
