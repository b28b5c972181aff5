import { useEffect, useSyncExternalStore } from 'react';
import { apiCall } from './apiCall';
import { ApiProblem } from './ApiProblem';

type Feature =
  | 'accountsWithoutEmail'
  | 'applyToBase'
  | 'assignmentCopy'
  | 'auditTrail'
  | 'circles'
  | 'enrolments'
  | 'furtherScreens'
  | 'gradeHistory'
  | 'hifz'
  | 'linkMatching'
  | 'openSubjects'
  | 'ownPassword'
  | 'questionOrder'
  | 'recordKinds'
  | 'savedFilters'
  | 'several'
  | 'settingsVersions'
  | 'sortedArchive'
  | 'teacherCalls';

/** Additions of this server, detected from its responses. Only our server sends `Content-Range`. */
export interface ServerFeatures {
  /** Null before the first list has loaded. */
  isOurs: boolean | null;
  /** While the server is unknown, only `furtherScreens` is true, because most servers are ours. */
  has: (feature: Feature) => boolean;
  hasField: (resource: string, field: string) => boolean;
}

const fieldsByResource = new Map<string, Set<string>>();
const missingCalls = new Set<string>();
const listeners = new Set<() => void>();
let isOurs: boolean | null = null;
let snapshot = takeSnapshot();

function takeSnapshot(): ServerFeatures {
  return {
    isOurs,
    // The menu is complete from the start, because its entries must not move.
    has: (feature) => isOurs ?? (feature === 'furtherScreens' && !wasForeign()),
    hasField: (resource, field) => isOurs === true || (fieldsByResource.get(resource)?.has(field) ?? false),
  };
}

const foreignServerKey = 'rasd-server-is-foreign';

function wasForeign(): boolean {
  try {
    return localStorage.getItem(foreignServerKey) === 'yes';
  } catch {
    return false;
  }
}

function rememberServer(isRanged: boolean) {
  try {
    if (isRanged) localStorage.removeItem(foreignServerKey);
    else localStorage.setItem(foreignServerKey, 'yes');
  } catch {
    // Without storage, the menu of another server shrinks after the first response.
  }
}

function publish() {
  snapshot = takeSnapshot();
  for (const listener of listeners) listener();
}

export const serverFeatures = () => snapshot;

export function noteList(resource: string, rows: readonly unknown[], isRanged: boolean) {
  const isNew = noteFields(resource, rows[0]);
  if (isOurs === isRanged && !isNew) return;
  if (isOurs !== isRanged) rememberServer(isRanged);
  isOurs = isRanged;
  publish();
}

/** A form may send these fields back, especially the version. */
export function noteRecord(resource: string, record: unknown) {
  if (noteFields(resource, record)) publish();
}

function noteFields(resource: string, row: unknown): boolean {
  const resourceFields = fieldsByResource.get(resource) ?? new Set<string>();
  const countBefore = resourceFields.size;
  for (const key of Object.keys(row ?? {})) resourceFields.add(key);
  fieldsByResource.set(resource, resourceFields);
  return resourceFields.size > countBefore;
}

/** Null if the server does not have the call or a PDF typesetter. Such a call is tried only once. */
export async function nullIfUnsupported<T>(path: string, call: () => Promise<T>): Promise<T | null> {
  if (missingCalls.has(path)) return null;
  try {
    return await call();
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem;
    const { code, isUnsupportedCall } = problem;
    if (code !== 'NO_TYPESETTER' && (!isUnsupportedCall || isOurs === true)) throw problem;
    if (isOurs !== null) missingCalls.add(path);
    return null;
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useServerFeatures(): ServerFeatures {
  const features = useSyncExternalStore(subscribe, serverFeatures);
  const isUnknown = features.isOurs === null;
  useEffect(() => {
    if (isUnknown) void (probe ??= probeServer());
  }, [isUnknown]);
  return features;
}

let probe: Promise<void> | undefined;

/** A form may open without a list, so this call loads one row that every role may read. */
async function probeServer() {
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
