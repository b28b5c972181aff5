import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../dataProvider/useApi';

export function useDashboardStats() {
  const { dashboardStats } = useApi();
  return useQuery({ queryKey: ['dashboard', 'stats'], queryFn: () => dashboardStats() });
}

export function usePerformance() {
  const { performanceData } = useApi();
  return useQuery({ queryKey: ['dashboard', 'performance'], queryFn: () => performanceData() });
}
