import { useEffect, useSyncExternalStore } from 'react';
import { apiCall } from './apiCall';
import { ApiProblem } from './ApiProblem';

/** Features that screens offer if the server is ours, besides single fields and calls. */
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

/**
 * What this server has beyond the specification, learnt from its answers. `Content-Range` proves that it is our
 * server; of another server only the fields of its rows are known.
 */
export interface ServerFeatures {
  /** The server is ours; null until the first list is answered. */
  isOurs: boolean | null;
  /** False while the server is unknown, except for the entries of the menu: most servers are ours. */
  has: (feature: Feature) => boolean;
  hasField: (resource: string, field: string) => boolean;
}

const fields = new Map<string, Set<string>>();
const missingCalls = new Set<string>();
const listeners = new Set<() => void>();
let isOurs: boolean | null = null;
let snapshot = takeSnapshot();

function takeSnapshot(): ServerFeatures {
  return {
    isOurs,
    // The menu is complete from the start, so that its entries do not move.
    has: (feature) => isOurs ?? (feature === 'furtherScreens' && !wasForeign()),
    hasField: (resource, field) => isOurs === true || (fields.get(resource)?.has(field) ?? false),
  };
}

const foreignServer = 'rasd-server-is-foreign';

/** Whether the server of the last visit on this device was another one. */
function wasForeign(): boolean {
  try {
    return localStorage.getItem(foreignServer) === 'yes';
  } catch {
    return false;
  }
}

function rememberServer(isRanged: boolean) {
  try {
    if (isRanged) localStorage.removeItem(foreignServer);
    else localStorage.setItem(foreignServer, 'yes');
  } catch {
    // A device that stores nothing: the menu of another server shrinks at the first answer.
  }
}

function publish() {
  snapshot = takeSnapshot();
  for (const listener of listeners) listener();
}

export const serverFeatures = () => snapshot;

/** Called with every list answer. */
export function noteList(resource: string, rows: readonly unknown[], isRanged: boolean) {
  const isNew = learn(resource, rows[0]);
  if (isOurs === isRanged && !isNew) return;
  if (isOurs !== isRanged) rememberServer(isRanged);
  isOurs = isRanged;
  publish();
}

/** Called with every single record: its fields may be sent back, in particular its version. */
export function noteRecord(resource: string, record: unknown) {
  if (learn(resource, record)) publish();
}

/** @returns whether a field is new */
function learn(resource: string, row: unknown): boolean {
  const known = fields.get(resource) ?? new Set<string>();
  const before = known.size;
  for (const key of Object.keys(row ?? {})) known.add(key);
  fields.set(resource, known);
  return known.size > before;
}

/** The answer of an added call; null if the server lacks it or its PDF typesetter, which is tried only once. */
export async function unlessLacking<T>(path: string, ask: () => Promise<T>): Promise<T | null> {
  if (missingCalls.has(path)) return null;
  try {
    return await ask();
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem;
    const { code, isMissingCall } = problem;
    if (code !== 'NO_TYPESETTER' && (!isMissingCall || isOurs === true)) throw problem;
    if (isOurs !== null) missingCalls.add(path);
    return null;
  }
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

/** If a form is opened by its address there was no list yet: loads one row of a list that every role may read. */
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
