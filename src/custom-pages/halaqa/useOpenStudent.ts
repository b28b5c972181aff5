import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { type RecordKind, recordKinds } from '../../../contract/vocabulary';
import { useAddress } from '../../ui/page/useAddress';

/** Who is heard, and what; in the address, so that the browser's Back leads to the list. */
export interface OpenStudent {
  student: string | null;
  kind: RecordKind | null;
  /** @param kind null: whatever is to be heard first */
  open: (student: string, kind: RecordKind | null) => void;
  close: () => void;
}

export function useOpenStudent(): OpenStudent {
  const [address, change] = useAddress();
  const navigate = useNavigate();
  /** The list is the entry of the history before this one. */
  const isStep = useRef(false);
  const student = address.get('student');
  const asked = address.get('kind');
  return {
    student,
    kind: recordKinds.find((one) => one === asked) ?? null,
    open: (to, kind) => {
      if (student === null) isStep.current = true;
      change((after) => {
        after.set('student', to);
        if (kind === null) after.delete('kind');
        else after.set('kind', kind);
      }, student === null);
    },
    close: () => {
      const wasStep = isStep.current;
      isStep.current = false;
      if (wasStep) void navigate(-1);
      else
        change((after) => {
          after.delete('student');
          after.delete('kind');
        });
    },
  };
}
