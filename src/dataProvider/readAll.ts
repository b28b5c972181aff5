import { apiCall } from './apiCall';
import type { ReadAll } from './resources';

/** The plain array of a resource, at most the 10,000 rows that a plain list holds. */
export const readAll = (async (resource: string) => {
  const { json } = await apiCall({ method: 'GET', path: `/${resource}` });
  return Array.isArray(json) ? json : [];
}) as ReadAll;
