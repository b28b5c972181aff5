import type { SearchResult, SearchResultKind } from '../../contract/search';
import { dailyRecordType, type Role, type SubjectType } from '../../contract/vocabulary';

export interface LinkedRow {
  id: number;
  /** Part of the URL of the screen. */
  code: string | null;
  batch_id: number | null;
  /** Only of subjects. */
  type: SubjectType | null;
  /** Only of subjects: 1 if subject and batch are active. */
  is_running: number | null;
}

const buildUrl = (path: string, query: Record<string, string | number | null>) => {
  const entries = Object.entries(query).flatMap(([key, value]) =>
    value === null ? [] : [[key, String(value)] satisfies [string, string]],
  );
  return `${path}?${new URLSearchParams(entries)}`;
};

/**
 * Returns the URL of the record's page. For a record without its own page, admins get the form, and other
 * users a screen with the record.
 */
export function buildRoute(role: Role, kind: SearchResultKind, row: LinkedRow): string {
  const { id, code } = row;
  if (kind === 'students' || kind === 'batches') return `/${kind}/${id}/show`;
  if (role === 'admin') return `/${kind}/${id}`;
  if (role === 'student') return '/reports';
  if (kind === 'subjects') return buildEntryAction(row).route;
  return buildUrl('/reports', { program_id: code });
}

const buildEntryAction = ({ type, batch_id, code }: LinkedRow): ActionLink => {
  const isDaily = type === dailyRecordType;
  const route = buildUrl(isDaily ? '/daily-records' : '/grades', { batch_id, subject_code: code });
  return { action: isDaily ? 'records' : 'grades', route };
};

type ActionLink = SearchResult['actions'][number];

export function buildActions(role: Role, kind: SearchResultKind, row: LinkedRow): ActionLink[] {
  const { id, code, batch_id } = row;
  const isAdmin = role === 'admin';
  const edit: ActionLink[] = isAdmin ? [{ action: 'edit', route: `/${kind}/${id}` }] : [];
  if (kind === 'students') {
    const transcript = { type: 'transcript', batch_id, student_id: code, shown: '1' };
    return [
      ...(isAdmin ? [{ action: 'move' as const, route: `/students/${id}/show?action=move` }] : []),
      ...(batch_id === null
        ? []
        : [{ action: 'transcript' as const, route: buildUrl('/reports', transcript) }]),
      ...edit,
    ];
  }
  if (kind === 'batches')
    return [
      { action: 'transcripts', route: buildUrl('/reports', { type: 'transcript', batch_id: id }) },
      ...edit,
    ];
  if (kind !== 'subjects' || role === 'student') return [];
  const register = buildUrl('/absences', { batch_id, subject_code: code });
  return [
    ...(Number(row.is_running) === 1 ? [{ action: 'register' as const, route: register }] : []),
    ...(isAdmin ? [buildEntryAction(row)] : []),
  ];
}
