import { useDataProvider, useNotify } from 'react-admin';
import type { Curriculum } from '../../../../contract/subjectSettings';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { useSubjectTitle } from '../useSubjectTitle';
import { CurriculumFields } from './CurriculumFields';
import {
  type CurriculumBody,
  curriculumForm,
  type CurriculumForm,
  hasLeftOver,
  pagesOf,
} from './curriculumModel';
import { SettingsDialog, type SubjectDialogProps, WaitingDialog } from './SettingsDialog';
import { useSettingsForm, useSettingsQuery } from './useSettingsForm';

/** How the daily record of a subject is filled. */
export function CurriculumDialog({ subject, onClose }: SubjectDialogProps) {
  const t = useText();
  const { curriculum } = useDataProvider<Api>();
  const code = subject.subject_code;
  const { stored, isPending, hasFailed } = useSettingsQuery('curriculum', code, curriculum);
  const title = t('subjects.curriculum.title', { name: useSubjectTitle(subject) });
  if (isPending) return <WaitingDialog title={title} onClose={onClose} />;
  return (
    <CurriculumSettings code={code} title={title} stored={stored} hasFailed={hasFailed} onClose={onClose} />
  );
}

interface CurriculumSettingsProps {
  code: string;
  title: string;
  stored: Curriculum | null;
  hasFailed: boolean;
  onClose: () => void;
}

function CurriculumSettings({ code, title, stored, hasFailed, onClose }: CurriculumSettingsProps) {
  const t = useText();
  const notify = useNotify();
  const { saveCurriculum } = useDataProvider<Api>();
  const settings = useSettingsForm<CurriculumForm, CurriculumBody>({
    initial: curriculumForm(stored),
    version: stored?.version,
    save: (body) => saveCurriculum(code, body),
    saved: 'subjects.curriculum.saved',
    onClose,
    bodyOf: (values) => {
      const { pasted: _, default_pages, ...body } = values;
      const pages = pagesOf(default_pages);
      if (hasLeftOver(values)) {
        const message = t('subjects.curriculum.notAdded');
        settings.form.setError('pasted', { message }, { shouldFocus: true });
        notify(message, { type: 'error' });
        return null;
      }
      return pages === null ? null : { ...body, default_pages: pages };
    },
  });
  const staleFields = [
    { name: 'content_type', label: t('subjects.curriculum.contentType') },
    { name: 'curriculum_items', label: t('subjects.curriculum.list'), shown: shownItems },
    { name: 'require_pages_count', label: t('subjects.curriculum.requirePages'), shown: shownYesNo },
    { name: 'default_pages', label: t('subjects.curriculum.defaultPages') },
  ];
  function shownItems(items: unknown) {
    const list = items as string[];
    const first = list.slice(0, 3).join(t('subjects.and'));
    return `${t('subjects.curriculum.items', { smart_count: list.length })}: ${first}${list.length > 3 ? '…' : ''}`;
  }
  function shownYesNo(value: unknown) {
    return t(value === true ? 'subjects.yes' : 'subjects.no');
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
