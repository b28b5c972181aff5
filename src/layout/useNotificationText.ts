import { useCallback } from 'react';
import type { Notification } from '../../contract/notifications';
import { gregorianDate } from '../../contract/rules/hijri';
import { importTypes } from '../../contract/vocabulary';
import { useText } from '../i18n/useText';

const importedKind = (type: string) => importTypes.find((known) => known === type) ?? 'several';

/** The sentence of a notification; one of a kind that this version does not know says only that it is there. */
export function useNotificationText(): (notification: Notification) => string {
  const t = useText();
  return useCallback(
    ({ kind, data }) => {
      const value = (name: string) => String(data[name] ?? '');
      switch (kind) {
        case 'password_request':
          return t('notifications.password_request', { name: value('name'), username: value('username') });
        case 'archive_expiring':
          return t('notifications.archive_expiring', {
            smart_count: Number(data['count'] ?? 0),
            date: gregorianDate(value('expires_on')),
          });
        case 'registers_not_taken':
          return t('notifications.registers_not_taken', {
            smart_count: Number(data['count'] ?? 0),
            date: gregorianDate(value('date')),
          });
        case 'operation_undone_by_admin':
          return t('notifications.operation_undone_by_admin', {
            by: value('by'),
            description: value('description'),
          });
        case 'import_finished':
          return t('notifications.import_finished', {
            what: t(`notifications.imported.${importedKind(value('type'))}`),
            imported: value('imported'),
            updated: value('updated'),
            failed: value('failed'),
          });
        case 'assignment_published':
          return t('notifications.assignment_published', {
            title: value('title'),
            subject: value('subject_name'),
          });
        case 'assignment_graded':
          return t('notifications.assignment_graded', {
            title: value('title'),
            subject: value('subject_name'),
          });
        case 'submission_late':
          return t('notifications.submission_late', {
            title: value('title'),
            student: value('student_name'),
          });
        default:
          return t('notifications.unknown');
      }
    },
    [t],
  );
}
