import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Api } from '../../dataProvider';

/** The figures of the caller's own scope. */
export function useDashboardStats() {
  const { dashboardStats } = useDataProvider<Api>();
  return useQuery({ queryKey: ['dashboard', 'stats'], queryFn: () => dashboardStats() });
}

export function usePerformance() {
  const { performanceData } = useDataProvider<Api>();
  return useQuery({ queryKey: ['dashboard', 'performance'], queryFn: () => performanceData() });
}

export function useActivities() {
  const { recentActivities } = useDataProvider<Api>();
  return useQuery({ queryKey: ['dashboard', 'activities'], queryFn: () => recentActivities() });
}
