import { useDataProvider } from 'react-admin';
import type { Api } from './index';

export const useApi = () => useDataProvider<Api>();
