import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

export interface StudentSearch {
  q: string;
  onSearch: (q: string) => void;
  /** A new key remounts the field, which makes it empty. */
  key: number;
  clear: () => void;
  /** Only a phone opens and closes the field. */
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/** Searches the students of a teaching screen by name. The address has the first text. */
export function useStudentSearch(): StudentSearch {
  const [address] = useSearchParams();
  const [q, setQ] = useState(address.get('q') ?? '');
  const [key, setKey] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  return {
    q,
    onSearch: setQ,
    key,
    clear: () => {
      if (q === '') return;
      setQ('');
      setKey(key + 1);
    },
    isOpen,
    open: () => setIsOpen(true),
    close,
  };
}

/** The number of finished students: recorded, marked or registered. */
export interface Progress {
  done: number;
  total: number;
}

export type ReportProgress = (progress: Progress | null) => void;

/** Sends the progress to the page's context bar. Undefined while it is unknown. */
export function useProgressReport(report: ReportProgress, done: number | undefined, total: number): void {
  useEffect(() => {
    if (done === undefined) return undefined;
    report({ done, total });
    return () => report(null);
  }, [report, done, total]);
}
