import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { StudentRow } from '../../../contract/students/students';
import { useApi } from '../../dataProvider/useApi';
import { links as say } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { detailMessage } from '../../ui/page/problemMessage';

/** What the banner says: red for an error, else green. */
export interface Status {
  isError: boolean;
  sentence: string;
  /** An account that the demo link created; shown once. */
  account?: { username: string; password: string };
}

/** All writes of this page, and the result of the last one. */
export function useLinking() {
  const api = useApi();
  const [status, setStatus] = useState<Status | null>(null);
  const succeed = (sentence: string) => setStatus({ isError: false, sentence });
  const fail = (fallback: string) => (failure: unknown) => {
    setStatus({ isError: true, sentence: detailMessage(failure, fallback) });
  };
  const link = useMutation({
    mutationFn: ({ student, userId }: { student: StudentRow; userId: number }) =>
      api.linkStudent(student.id, userId),
    onSuccess: () => succeed(say.linked),
    onError: fail(say.linkFailed),
  });
  const unlink = useMutation({
    mutationFn: (userId: number) => api.unlinkStudent(userId),
    onSuccess: () => succeed(say.unlinked),
    onError: fail(say.unlinkFailed),
  });
  const match = useMutation({
    mutationFn: (pairs: { id: number; user_id: number }[]) => api.linkAllCandidates({ pairs }),
    onSuccess: ({ linked }) => succeed(t('links.matched', { smart_count: linked })),
    onError: fail(say.matchFailed),
  });
  const demo = useMutation({
    mutationFn: () => api.demoLink(),
    gcTime: 0,
    onSuccess: ({ student_name: name, username, temporary_password: password }) =>
      setStatus({
        isError: false,
        sentence: say.demoDone(name),
        ...(password ? { account: { username, password } } : {}),
      }),
    onError: fail(say.demoFailed),
  });
  return { link, unlink, match, demo, status, dropStatus: () => setStatus(null) };
}

export type Linking = ReturnType<typeof useLinking>;
