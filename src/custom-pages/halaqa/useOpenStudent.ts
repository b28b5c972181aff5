import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { type RecordKind, recordKinds } from '../../../contract/vocabulary';
import { useAddress } from '../../ui/page/useAddress';

/** The address has the student and the kind, so that the browser's Back button leads to the list. */
export interface OpenStudent {
  studentId: string | null;
  kind: RecordKind | null;
  /** @param kind null for the first kind of the task */
  open: (studentId: string, kind: RecordKind | null) => void;
  close: () => void;
}

export function useOpenStudent(): OpenStudent {
  const [address, changeAddress] = useAddress();
  const navigate = useNavigate();
  /** True if the previous entry of the browser's history is the list. */
  const hasListBehind = useRef(false);
  const studentId = address.get('student');
  const requestedKind = address.get('kind');
  return {
    studentId,
    kind: recordKinds.find((one) => one === requestedKind) ?? null,
    open: (nextId, kind) => {
      if (studentId === null) hasListBehind.current = true;
      changeAddress((params) => {
        params.set('student', nextId);
        if (kind === null) params.delete('kind');
        else params.set('kind', kind);
      }, studentId === null);
    },
    close: () => {
      const canGoBack = hasListBehind.current;
      hasListBehind.current = false;
      if (canGoBack) void navigate(-1);
      else
        changeAddress((params) => {
          params.delete('student');
          params.delete('kind');
        });
    },
  };
}
