import { useEffect, useSyncExternalStore } from 'react';
import { apiCall } from './apiCall';

/** What screens offer where the server is ours, beside the fields and the calls that are known one by one. */
type Feature =
  | 'applyToBase'
  | 'assignmentCopy'
  | 'auditTrail'
  | 'circles'
  | 'enrolments'
  | 'furtherScreens'
  | 'gradeHistory'
  | 'linkMatching'
  | 'openSubjects'
  | 'ownPassword'
  | 'questionOrder'
  | 'recordKinds'
  | 'savedFilters'
  | 'settingsVersions'
  | 'teacherCalls';

/**
 * What this server has beyond the calls of the specification, learnt from its answers. `Content-Range` proves our
 * own server; of another one only the fields that its rows carried are known.
 */
export interface ServerFeatures {
  /** The server is ours; null until the first list is answered. */
  isOurs: boolean | null;
  /** False until it is known. */
  has: (feature: Feature) => boolean;
  hasField: (resource: string, field: string) => boolean;
  /** False once an added call has answered that it is not there. */
  hasCall: (path: string) => boolean;
}

const fields = new Map<string, Set<string>>();
const missingCalls = new Set<string>();
const listeners = new Set<() => void>();
let isOurs: boolean | null = null;
let snapshot = takeSnapshot();

function takeSnapshot(): ServerFeatures {
  return {
    isOurs,
    has: () => isOurs === true,
    hasField: (resource, field) => isOurs === true || (fields.get(resource)?.has(field) ?? false),
    hasCall: (path) => !missingCalls.has(path),
  };
}

function publish() {
  snapshot = takeSnapshot();
  for (const listener of listeners) listener();
}

export const serverFeatures = () => snapshot;

/** Called with every list that the server answers. */
export function noteList(resource: string, rows: readonly unknown[], isRanged: boolean) {
  const isNew = learn(resource, rows[0]);
  if (isOurs === isRanged && !isNew) return;
  isOurs = isRanged;
  publish();
}

/** Called with every record that is read alone: what it carries may be sent back, its version above all. */
export function noteRecord(resource: string, record: unknown) {
  if (learn(resource, record)) publish();
}

/** @returns whether a field was not known yet */
function learn(resource: string, row: unknown): boolean {
  const known = fields.get(resource) ?? new Set<string>();
  const before = known.size;
  for (const key of Object.keys(row ?? {})) known.add(key);
  fields.set(resource, known);
  return known.size > before;
}

export function noteMissingCall(path: string) {
  if (missingCalls.has(path)) return;
  missingCalls.add(path);
  publish();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For screens: `has('gradeHistory')`, or `hasField('programs', 'specialty')` for an input. */
export function useServerFeatures(): ServerFeatures {
  const features = useSyncExternalStore(subscribe, serverFeatures);
  const isUnknown = features.isOurs === null;
  useEffect(() => {
    if (isUnknown) void (probe ??= askServer());
  }, [isUnknown]);
  return features;
}

let probe: Promise<void> | undefined;

/** A form opened by its address comes before any list: one row of a list that every role may read tells. */
async function askServer() {
  try {
    const { json, headers } = await apiCall({
      method: 'GET',
      path: '/subjects?range=[0,0]&sort=["id","ASC"]&filter={}',
    });
    if (Array.isArray(json) && isOurs === null) noteList('subjects', json, headers.has('Content-Range'));
  } catch {
    probe = undefined;
  }
}
