import { ui } from '../i18n/ar/ui';
import { apiCall } from './apiCall';
import { ApiProblem } from './ApiProblem';
import type { ReadAll } from './resources';

/** The plain array of a resource, at most the 10,000 rows that a plain list holds. */
export const readAll = (async (resource: string) => {
  const { json, status } = await apiCall({ method: 'GET', path: `/${resource}` });
  if (!Array.isArray(json)) throw new ApiProblem(status, ui.unexpected, null);
  return json;
}) as ReadAll;
