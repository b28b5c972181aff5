import { useEffect, useMemo, useState } from 'react';
import type { GradeSheet } from './useGradeSheet';

/** What the figures and the letters are counted from. */
export type CountedSheet = Pick<GradeSheet, 'status' | 'statistics' | 'rows' | 'settings' | 'changeCount'>;

const pause = 250;

/** The sheet for the figures: at once while nothing is typed, else a moment after the last key. */
export function useCountedSheet(sheet: GradeSheet): CountedSheet {
  const { status, statistics, rows, settings, changeCount } = sheet;
  const now = useMemo(
    () => ({ status, statistics, rows, settings, changeCount }),
    [status, statistics, rows, settings, changeCount],
  );
  const [counted, setCounted] = useState<CountedSheet>(now);
  useEffect(() => {
    const timer = setTimeout(() => setCounted(now), pause);
    return () => clearTimeout(timer);
  }, [now]);
  return changeCount === 0 ? now : counted;
}
