import { useEffect, useSyncExternalStore } from 'react';
import { serverHeader, serverName } from '../../contract/endpoint';
import { apiCall, setAnswerListener } from './apiCall';
import { ApiProblem } from './ApiProblem';

type Feature =
  | 'accountsWithoutEmail'
  | 'announcements'
  | 'applyToBase'
  | 'assignmentCopy'
  | 'auditTrail'
  | 'circles'
  | 'enrolments'
  | 'furtherScreens'
  | 'gradeHistory'
  | 'guardians'
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
  | 'teacherCalls'
  | 'tell';

/** Additions of this server, detected from the headers of its responses. */
export interface ServerFeatures {
  /** Null before the first response, if this browser does not know the server from an earlier visit. */
  isOurs: boolean | null;
  /** While the server is unknown, only `furtherScreens` is true, because most servers are ours. */
  has: (feature: Feature) => boolean;
  hasField: (resource: string, field: string) => boolean;
}

const fieldsByResource = new Map<string, Set<string>>();
const missingCalls = new Set<string>();
const listeners = new Set<() => void>();
const foreignServerKey = 'rasd-server-is-foreign';
const idempotencyStorageKey = 'rasd-server-has-idempotency';
const wasForeign = readStored(foreignServerKey);
let isOurs: boolean | null = wasForeign === 'no' ? true : null;
let isConfirmed = false;
let snapshot = takeSnapshot();
setAnswerListener(noteAnswer);

function takeSnapshot(): ServerFeatures {
  return {
    isOurs,
    // The menu is complete from the start, because its entries must not move.
    has: (feature) => isOurs ?? (feature === 'furtherScreens' && wasForeign !== 'yes'),
    hasField: (resource, field) => isOurs === true || (fieldsByResource.get(resource)?.has(field) ?? false),
  };
}

function readStored(storageKey: string): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function setServer(newIsOurs: boolean) {
  if (isConfirmed && isOurs === newIsOurs) return;
  isConfirmed = true;
  try {
    localStorage.setItem(foreignServerKey, newIsOurs ? 'no' : 'yes');
  } catch {
    // Without storage, each visit begins with an unknown server.
  }
  if (isOurs === newIsOurs) return;
  isOurs = newIsOurs;
  publish();
}

/** Our server names itself. Without its name, the address may have another server since the last visit. */
function noteAnswer(headers: Headers) {
  if (headers.get(serverHeader) === serverName) setServer(true);
  else if (isOurs === true && !isConfirmed) {
    isOurs = null;
    publish();
  }
}

function publish() {
  snapshot = takeSnapshot();
  for (const listener of listeners) listener();
}

export const serverFeatures = () => snapshot;

/** Asks whether the server knows idempotency keys. Without a response, the earlier response counts. */
export async function loadIdempotency(): Promise<void> {
  try {
    const { json } = await apiCall({ method: 'GET', path: '/health' });
    const features = (json as { features?: unknown } | null)?.features;
    if (Array.isArray(features) && features.includes('idempotency'))
      localStorage.setItem(idempotencyStorageKey, 'yes');
    else localStorage.removeItem(idempotencyStorageKey);
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.isUnsupportedCall)
      localStorage.removeItem(idempotencyStorageKey);
  }
}

/** True if the server has said so, also at an earlier visit. */
export const hasIdempotency = (): boolean => isOurs === true && readStored(idempotencyStorageKey) === 'yes';

/** Our server has all fields, so only screens of another server render again. */
export function noteList(resource: string, rows: readonly unknown[], isRanged: boolean) {
  const isNew = noteFields(resource, rows[0]);
  setServer(isRanged);
  if (isNew && isOurs !== true) publish();
}

/** A form may send these fields back, especially the version. */
export function noteRecord(resource: string, record: unknown) {
  if (noteFields(resource, record) && isOurs !== true) publish();
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
    if (code !== 'NO_TYPESETTER' && (!isUnsupportedCall || (isOurs === true && isConfirmed))) throw problem;
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
