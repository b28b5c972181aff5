import { useDataProvider } from 'react-admin';
import type { Api } from './index';

/** The calls of the server, each by its name. */
export const useApi = () => useDataProvider<Api>();
