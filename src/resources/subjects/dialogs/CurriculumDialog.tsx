import { Button, Stack } from '@mui/material';
import { useController, useFormContext } from 'react-hook-form';
import type { Curriculum } from '../../../../contract/subjectSettings';
import { fixedListContent, freeTextContent } from '../../../../contract/vocabulary';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { FormCheckbox, FormTextField } from '../../../ui/form/FormFields';
import { RadioChoice } from '../../../ui/form/RadioChoice';
import { StepInput } from '../StepInput';
import { subjectTitle } from '../subjectModel';
import { CurriculumItems } from './CurriculumItems';
import {
  type CurriculumBody,
  curriculumForm,
  type CurriculumForm,
  hasUnaddedText,
  isFixedList,
  maxItemLength,
  maxItems,
  maxPages,
  parsePages,
  addPastedItems,
} from './curriculumModel';
import {
  SettingsDialog,
  SettingsLoader,
  type StoredSettingsProps,
  type SubjectDialogProps,
  useSettingsForm,
} from './SettingsDialog';

export default function CurriculumDialog({ subject, onClose }: SubjectDialogProps) {
  const { curriculum } = useApi();
  return (
    <SettingsLoader
      kind="curriculum"
      subject={subject}
      title={t('subjects.curriculum.title', { name: subjectTitle(subject) })}
      load={curriculum}
      Content={CurriculumSettings}
      onClose={onClose}
    />
  );
}

function CurriculumSettings(props: StoredSettingsProps<Curriculum>) {
  const { code, title, stored, hasFailed, onClose } = props;
  const { notifyError } = useNotices();
  const { saveCurriculum } = useApi();
  const settings = useSettingsForm<CurriculumForm, CurriculumBody>({
    initial: curriculumForm(stored),
    version: stored?.version,
    save: (body) => saveCurriculum(code, body),
    savedMessage: 'subjects.curriculum.saved',
    onClose,
    buildBody: (values) => {
      const { pasted: _, default_pages, ...body } = values;
      const pages = parsePages(default_pages);
      if (hasUnaddedText(values)) {
        const message = t('subjects.curriculum.notAdded');
        settings.form.setError('pasted', { message }, { shouldFocus: true });
        notifyError(message);
        return null;
      }
      return pages === null ? null : { ...body, default_pages: pages };
    },
  });
  const staleFields = [
    { name: 'content_type', label: t('subjects.curriculum.contentType') },
    { name: 'curriculum_items', label: t('subjects.curriculum.list'), format: formatItems },
    { name: 'require_pages_count', label: t('subjects.curriculum.requirePages'), format: formatYesNo },
    { name: 'default_pages', label: t('subjects.curriculum.defaultPages') },
  ];
  function formatItems(items: unknown) {
    const list = items as string[];
    const first = list.slice(0, 3).join(t('ui.comma'));
    return `${t('subjects.curriculum.items', { smart_count: list.length })}: ${first}${list.length > 3 ? '…' : ''}`;
  }
  function formatYesNo(value: unknown) {
    return t(value === true ? 'ui.yes' : 'ui.no');
  }
  return (
    <SettingsDialog
      title={title}
      settings={settings}
      draftName={`curriculum-${code}`}
      hasFailed={hasFailed}
      staleFields={staleFields}
      maxWidth="md"
    >
      <CurriculumFields />
    </SettingsDialog>
  );
}

function CurriculumFields() {
  const { field: content } = useController<CurriculumForm, 'content_type'>({ name: 'content_type' });
  const validatePages = (typed: unknown) => {
    if (parsePages(typed as number | string) !== null) return undefined;
    const isInRange = Number(typed) >= 0 && Number(typed) <= maxPages;
    return isInRange ? t('validation.halfSteps') : t('validation.between', { least: 0, most: maxPages });
  };
  return (
    <>
      <RadioChoice
        label={t('subjects.curriculum.contentType')}
        value={content.value}
        choices={[
          {
            value: freeTextContent,
            name: t('subjects.curriculum.freeText'),
            hint: t('subjects.curriculum.freeTextExplained'),
          },
          {
            value: fixedListContent,
            name: t('subjects.curriculum.fixedList'),
            hint: t('subjects.curriculum.fixedListExplained'),
          },
        ]}
        onChange={content.onChange}
      />
      {isFixedList({ content_type: content.value }) && (
        <>
          <CurriculumItems />
          <PasteItems />
        </>
      )}
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ alignItems: { sm: 'flex-start' } }}>
        <StepInput
          name="default_pages"
          label={t('subjects.curriculum.defaultPages')}
          step={0.5}
          min={0}
          max={maxPages}
          helperText={t('subjects.curriculum.defaultPagesHint')}
          validate={validatePages}
          sx={{ maxWidth: { sm: 300 } }}
        />
        <FormCheckbox<CurriculumForm>
          name="require_pages_count"
          label={t('subjects.curriculum.requirePages')}
        />
      </Stack>
    </>
  );
}

/** The pasted text has one item per line. */
function PasteItems() {
  const { notifyDone, notifyError } = useNotices();
  const { getValues, setValue, setError, clearErrors } = useFormContext<CurriculumForm>();
  const refuse = (message: string) => {
    setError('pasted', { message }, { shouldFocus: true });
    notifyError(message);
  };
  const add = () => {
    const items = getValues('curriculum_items');
    const result = addPastedItems(items, getValues('pasted'));
    if ('items' in result) {
      setValue('curriculum_items', result.items, { shouldDirty: true });
      setValue('pasted', '', { shouldDirty: true });
      clearErrors('pasted');
      notifyDone(t('subjects.curriculum.itemsAdded', { smart_count: result.items.length - items.length }));
    } else if (result.problem === 'NOTHING') refuse(t('validation.pasteFirst'));
    else if (result.problem === 'TOO_MANY') refuse(t('subjects.curriculum.tooMany', { most: maxItems }));
    else refuse(t('subjects.curriculum.tooLong', { line: result.line ?? 1, most: maxItemLength }));
  };
  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
      <FormTextField<CurriculumForm>
        name="pasted"
        label={t('subjects.curriculum.paste')}
        multiline
        minRows={3}
        maxRows={8}
      />
      <Button variant="outlined" onClick={add}>
        {t('subjects.curriculum.addPasted')}
      </Button>
    </Stack>
  );
}
