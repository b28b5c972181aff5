import { useMutation } from '@tanstack/react-query';
import { maxSlips } from '../../../contract/reports/papers';
import { useApi } from '../../dataProvider/useApi';
import { guardianLink as labels } from '../../i18n/ar/families/guardianLink';
import { download } from '../../ui/report/excelFile';

export interface PrintedLink {
  guardian_id: number;
  link_code: string;
  link_pin: string;
}

/** Downloads a file for each thousand links. */
export function useLinkSlips() {
  const { guardianSlips } = useApi();
  return useMutation({
    mutationFn: async (links: readonly PrintedLink[]) => {
      for (let start = 0; start < links.length; start += maxSlips) {
        const rows = links
          .slice(start, start + maxSlips)
          .map(({ guardian_id, link_code, link_pin }) => ({ guardian_id, link_code, link_pin }));
        const slips = await guardianSlips(rows);
        if (!slips) throw new Error(labels.noSlips);
        download(slips.file, slips.name);
      }
    },
    gcTime: 0,
  });
}
