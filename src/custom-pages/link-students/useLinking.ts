import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { StudentRow } from '../../../contract/students/students';
import { useApi } from '../../dataProvider/useApi';
import { links as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { detailMessage } from '../../ui/page/problemMessage';

export interface Status {
  isError: boolean;
  message: string;
  /** An account that the demo link created; its password shows once. */
  account?: { username: string; password: string };
}

/** All writes of this page, and the result of the last one. */
export function useLinking() {
  const api = useApi();
  const [status, setStatus] = useState<Status | null>(null);
  const showSuccess = (message: string) => setStatus({ isError: false, message });
  const errorHandler = (fallback: string) => (problem: unknown) => {
    setStatus({ isError: true, message: detailMessage(problem, fallback) });
  };
  const link = useMutation({
    mutationFn: ({ student, userId }: { student: StudentRow; userId: number }) =>
      api.linkStudent(student.id, userId),
    onSuccess: () => showSuccess(labels.linked),
    onError: errorHandler(labels.linkFailed),
  });
  const unlink = useMutation({
    mutationFn: (userId: number) => api.unlinkStudent(userId),
    onSuccess: () => showSuccess(labels.unlinked),
    onError: errorHandler(labels.unlinkFailed),
  });
  const match = useMutation({
    mutationFn: (pairs: { id: number; user_id: number }[]) => api.linkAllCandidates({ pairs }),
    onSuccess: ({ linked }) => showSuccess(t('links.matched', { smart_count: linked })),
    onError: errorHandler(labels.matchFailed),
  });
  const demo = useMutation({
    mutationFn: () => api.demoLink(),
    gcTime: 0,
    onSuccess: ({ student_name: name, username, temporary_password: password }) =>
      setStatus({
        isError: false,
        message: labels.demoDone(name),
        ...(password ? { account: { username, password } } : {}),
      }),
    onError: errorHandler(labels.demoFailed),
  });
  return { link, unlink, match, demo, status, dropStatus: () => setStatus(null) };
}

export type Linking = ReturnType<typeof useLinking>;
